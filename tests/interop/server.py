"""An MCP server on the official Python SDK: typed results, progress, failures."""

import asyncio

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel

server = MCPServer("weather", instructions="Weather of invented places.")


class Forecast(BaseModel):
    city: str
    temperatures: list[float]


@server.tool()
def forecast(city: str, days: int = 3) -> Forecast:
    """Forecast the weather of a city."""
    if city == "Atlantis":
        raise ToolError("Atlantis has sunk")
    return Forecast(city=city, temperatures=[20.5 + day for day in range(days)])


@server.tool()
def cities() -> list[str]:
    """List all cities."""
    return ["Avalon", "Ys"]


@server.tool()
async def observe(context: Context, seconds: float = 1.0) -> str:
    """Look at the sky for some time."""
    for step in range(4):
        await asyncio.sleep(seconds / 4)
        await context.report_progress(step + 1, 4, f"look {step + 1}")
    return "clear"


server.run()
