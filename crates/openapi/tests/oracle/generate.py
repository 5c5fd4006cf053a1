#!/usr/bin/env python3
"""Writes cases.json: what an independent implementation puts on the wire.

The serializers are those of the PyPI package schemathesis (4.32.5); where the package openapi-core (0.23.1) can read the
style, it must read the value back, or the case is left out. Run with both installed:

    python3 -m venv /tmp/oracle && /tmp/oracle/bin/pip install schemathesis==4.32.5 openapi-core==0.23.1
    /tmp/oracle/bin/python generate.py > cases.json
"""

import itertools
import json
import sys
from urllib.parse import parse_qsl, unquote

import requests
import schemathesis
from openapi_core.deserializing.styles import util as core
from schemathesis.specs.openapi.serialization import _build_urlencoded_serializer, serialize_openapi3_parameters
from schemathesis.transport.serialization import quote_all
from werkzeug.datastructures import ImmutableMultiDict

TEXTS = ["plain", "two words", "a/b?c#d", "100%", "ünïcode–✓", "a&b=c", "it's (fine)!", "~tilde*star", "x:y@z", "+plus"]
SCALARS = TEXTS + [42, -1.5, 0, True, False]
LISTS = [
    ["blue"],
    ["blue", "black", "brown"],
    ["two words", "R&D"],
    [1, 2.5, True],
    ["a/b", "50%", "ü"],
    ["x=y", "q?", "#"],
]
RECORDS = [
    {"R": 100, "G": 200, "B": 150},
    {"first name": "Ada", "k": "v w"},
    {"city": "Köln", "path": "/n/e 1", "ref": "a&b"},
    {"on": True, "rate": 0.5},
]
KINDS = {"scalar": SCALARS, "array": LISTS, "object": RECORDS}
SCHEMAS = {"scalar": {}, "array": {"type": "array", "items": {}}, "object": {"type": "object"}}


def wire(value):
    return {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def texts(value):
    """The value with every leaf as the text that goes on the wire."""
    if isinstance(value, list):
        return [wire(item) for item in value]
    if isinstance(value, dict):
        return {key: wire(item) for key, item in value.items()}
    return wire(value)


def document(parameter, path):
    operation = {"parameters": [parameter], "responses": {"200": {"description": "ok"}}}
    return {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": {path: {"get": operation}}}


def prepared(parameter, value):
    """The request that schemathesis and requests make together."""
    location = parameter["in"]
    path = "/x/{p}" if location == "path" else "/x"
    operation = schemathesis.openapi.from_dict(document(parameter, path))[path]["GET"]
    serialize = serialize_openapi3_parameters([parameter])
    values = {parameter["name"]: value}
    values = serialize(values) if serialize else values
    if location == "path":
        values = quote_all(values)
    keyword = {"path": "path_parameters", "query": "query", "header": "headers", "cookie": "cookies"}[location]
    if location in ("header", "cookie"):
        values = {name: wire(item) for name, item in values.items()}
    case = operation.Case(**{keyword: values})
    arguments = case.as_transport_kwargs(base_url="http://h.test")
    known = ("method", "url", "params", "headers", "cookies")
    return requests.Request(**{key: item for key, item in arguments.items() if key in known}).prepare()


def expected(parameter, value):
    request = prepared(parameter, value)
    location = parameter["in"]
    if location == "path":
        return request.url.removeprefix("http://h.test/x/")
    if location == "query":
        query = request.url.partition("?")[2]
        return [list(pair) for pair in parse_qsl(query, keep_blank_values=True)]
    return request.headers["Cookie" if location == "cookie" else parameter["name"]]


def readable(parameter, kind, value, result):
    """Whether openapi-core reads the value back; None where it does not know how."""
    location, style, explode, name = (parameter[key] for key in ("in", "style", "explode", "name"))
    loads = {"simple": core.simple_loads, "label": core.label_loads, "matrix": core.matrix_loads, "form": core.form_loads}
    loads["deepObject"] = core.deep_object_loads
    schema_type = {"scalar": "", "array": "array", "object": "object"}[kind]
    # It decodes first and splits then, so values with delimiters inside cannot come back.
    leaves = value if isinstance(value, list) else [*value, *value.values()] if isinstance(value, dict) else [value]
    # Its matrix and deepObject readers only know names made of word characters.
    if any(set(",;.=&|[]#% ") & set(wire(leaf)) for leaf in leaves) or style not in loads:
        return None
    if location == "path":
        text = unquote(result)
        key = {"simple": name, "label": f".{name}", "matrix": f";{name}"}[style]
        source = {key + ("*" if explode and style != "simple" else ""): text}
    elif location == "query" and style == "form" and explode and kind == "object":
        return None
    elif location == "query":
        source = ImmutableMultiDict([tuple(pair) for pair in result])
    else:
        source = {name: result.removeprefix(f"{name}=") if location == "cookie" else result}
    return loads[style](explode, name, schema_type, source) == texts(value)


def parameter_cases():
    rows = [("path", style, explode) for style in ("simple", "label", "matrix") for explode in (False, True)]
    rows += [("query", "form", False), ("query", "form", True)]
    rows += [("header", "simple", False), ("header", "simple", True), ("cookie", "form", False)]
    for (location, style, explode), (kind, values) in itertools.product(rows, KINDS.items()):
        for value in values:
            yield location, style, explode, kind, value
    for style, value in itertools.product(("spaceDelimited", "pipeDelimited"), LISTS):
        yield "query", style, False, "array", value
    for value in RECORDS:
        yield "query", "deepObject", True, "object", value


def is_plain(location, value):
    """Headers carry text as it is, and the packages do not escape cookies."""
    leaves = value if isinstance(value, list) else [*value, *value.values()] if isinstance(value, dict) else [value]
    unsafe = ' ;,"\\%/?#&=+\'()!:@*~' if location == "cookie" else ""
    return all(wire(leaf).isascii() and not set(unsafe) & set(wire(leaf)) for leaf in leaves)


def has_flags(value):
    """requests writes booleans of queries as Python does."""
    leaves = value if isinstance(value, list) else value.values() if isinstance(value, dict) else [value]
    return any(isinstance(leaf, bool) for leaf in leaves)


def form_cases():
    values = {
        "name": ["Ada", "R&D dept"],
        "tags": [["a", "b c"], ["x/y"]],
        "address": [{"city": "Köln", "line1": "a=b"}],
        "items": [[{"price": "p 1", "quantity": 2}, {"price": "p2"}]],
    }
    encodings = {
        "name": [None],
        "tags": [{"style": "form", "explode": True}, {"style": "form", "explode": False}, {"style": "pipeDelimited", "explode": False}],
        "address": [{"style": "deepObject", "explode": True}, {"style": "form", "explode": True}, {"style": "form", "explode": False}],
        "items": [],
    }
    schemas = {"name": {"type": "string"}, "tags": SCHEMAS["array"], "address": SCHEMAS["object"], "items": SCHEMAS["array"]}
    for field in values:
        for value, encoding in itertools.product(values[field], encodings[field]):
            media = {"schema": {"type": "object", "properties": {field: schemas[field]}}}
            if encoding:
                media["encoding"] = {field: encoding}
            form = _build_urlencoded_serializer(media)({field: value})
            body = requests.Request("POST", "http://h.test/x", data={k: str(v) if not isinstance(v, list) else v for k, v in form.items()}).prepare().body
            yield media, {field: value}, [list(pair) for pair in parse_qsl(body, keep_blank_values=True)]


def main():
    cases, checked, dropped = [], 0, 0
    for location, style, explode, kind, value in parameter_cases():
        if location in ("header", "cookie") and not is_plain(location, value):
            continue
        if location == "query" and has_flags(value):
            continue
        name = {"path": "p", "query": "q", "header": "X-Param", "cookie": "c"}[location]
        parameter = {"name": name, "in": location, "required": True, "style": style, "explode": explode}
        parameter["schema"] = SCHEMAS[kind]
        result = expected(parameter, value)
        verdict = readable(parameter, kind, value, result)
        checked += verdict is True
        if verdict is False:
            dropped += 1
            print("disagreement:", parameter, value, result, file=sys.stderr)
            continue
        cases.append({"parameter": parameter, "value": value, "wire": result, "confirmed": bool(verdict)})
    forms = [{"media": media, "value": value, "wire": result} for media, value, result in form_cases()]
    print(f"{len(cases)} parameters ({checked} confirmed, {dropped} dropped), {len(forms)} forms", file=sys.stderr)
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    form_lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in forms)
    print(f'{{"parameters": [\n{lines}\n], "forms": [\n{form_lines}\n]}}')


main()
