"""Uses `codemode serve` through the official Python SDK: argv[1] is a URL, or the command that follows is started."""

import asyncio
import json
import sys

from mcp import StdioServerParameters
from mcp.client.client import Client

CODE = """
const open = await tools.tickets.list({ status: "open" });
console.log(`${open.items.length} open`);
return { first: open.items[0].id, count: open.items.length };
"""


async def main() -> None:
    modes = ["auto", "legacy"]
    for mode in modes:
        target = sys.argv[1]
        if not target.startswith("http"):
            target = StdioServerParameters(command=sys.argv[1], args=sys.argv[2:])
        async with Client(target, mode=mode) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert set(tools) == {"execute", "search"}, tools
            assert "tools.tickets.list(" in tools["execute"].description
            notes = []

            async def note(progress: float, total: float | None, message: str | None) -> None:
                notes.append((progress, message))

            result = await client.call_tool("execute", {"code": CODE}, progress_callback=note)
            assert not result.is_error, result
            value = result.structured_content["value"]
            assert value["count"] > 0 and result.structured_content["logs"] == [f"{value['count']} open"], result
            assert json.loads(result.content[0].text.split("\n\nLogs:")[0]) == value
            assert notes and notes == sorted(notes), notes
            failed = await client.call_tool("execute", {"code": "await tools.tickets.lst({})"})
            assert failed.is_error and failed.content[0].text.startswith("Unknown tool 'tickets.lst'"), failed
            assert "search(" in failed.content[0].text, failed
            found = await client.call_tool("search", {"query": "customer by id"})
            assert found.structured_content["items"][0]["path"] == "tools.customers.get", found
            print(f"python {mode}: ok")


asyncio.run(main())
