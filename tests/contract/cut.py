"""Cuts Discord's description of its HTTP API down to what the checker reads.

    python3 tests/contract/cut.py OPENAPI.json

OPENAPI.json is `specs/openapi.json` of discord/discord-api-spec. The routes are those of
src/sandbox/routes.rs; the result is written to tests/contract/openapi.json.
"""

import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROUTES = HERE.parent.parent / "src" / "sandbox" / "routes.rs"
METHODS = ("get", "put", "post", "patch", "delete")
SAYS_NOTHING = ("description", "title", "x-discord-union")


def without_words(value):
    """The same without what is for readers. A property may well be called `title`."""
    if isinstance(value, list):
        return [without_words(one) for one in value]
    if not isinstance(value, dict):
        return value
    kept = {}
    for key, one in value.items():
        if key == "properties":
            kept[key] = {name: without_words(schema) for name, schema in one.items()}
        elif key not in SAYS_NOTHING:
            kept[key] = without_words(one)
    return kept


def route(whole):
    """Parameters of a path, and of each method its own and its JSON body."""
    kept = {}
    if "parameters" in whole:
        kept["parameters"] = without_words(whole["parameters"])
    for method in METHODS:
        if method not in whole:
            continue
        kept[method] = {}
        if "parameters" in whole[method]:
            kept[method]["parameters"] = without_words(whole[method]["parameters"])
        body = whole[method].get("requestBody", {})
        schema = body.get("content", {}).get("application/json", {}).get("schema")
        if schema is not None:
            required = {"required": body["required"]} if "required" in body else {}
            kept[method]["requestBody"] = {**required, "schema": without_words(schema)}
    return kept


def named(value):
    """The schemas something refers to."""
    if isinstance(value, list):
        return {name for one in value for name in named(one)}
    if not isinstance(value, dict):
        return set()
    below = {name for key, one in value.items() if key != "$ref" for name in named(one)}
    here = {value["$ref"].rsplit("/", 1)[1]} if isinstance(value.get("$ref"), str) else set()
    return here | below


def cut(document, routes):
    paths = {path: route(document["paths"][path]) for path in routes}
    schemas = document["components"]["schemas"]
    kept, waiting = {}, named(paths)
    while waiting:
        name = waiting.pop()
        kept[name] = without_words(schemas[name])
        waiting |= named(kept[name]) - kept.keys()
    info = {key: document["info"][key] for key in ("title", "version", "license")}
    return {
        "openapi": document["openapi"],
        "info": info,
        "paths": paths,
        "components": {"schemas": dict(sorted(kept.items()))},
    }


def main():
    document = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    table = ROUTES.read_text(encoding="utf-8").split("const ROUTES")[1].split("];")[0]
    routes = [path for path in re.findall(r'"(/[^"]*)"', table) if path in document["paths"]]
    text = json.dumps(cut(document, routes), ensure_ascii=False, separators=(",", ":"))
    (HERE / "openapi.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
