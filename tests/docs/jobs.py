"""Jobs, held against the part of JSON schema that resources/job.schema.json is written in."""

types = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float)}


def section_of(schema, job):
    """The schemas of all fields that a job of its task has."""
    properties, required = dict(schema["properties"]), list(schema["required"])
    task = job.get("task", schema["properties"]["task"]["default"])
    for case in schema["allOf"]:
        if case["if"]["properties"]["task"]["const"] == task:
            properties.update(case["then"]["properties"])
            required += case["then"].get("required", [])
    return {"properties": properties, "required": required}


def problems(schema, value, path="", whole=True):
    """What is wrong, a sentence each. `whole`: what is required must be there."""
    name = path or "the job"
    if "const" in schema and value != schema["const"]:
        yield f"{name} must be {schema['const']}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{name} must be one of {', '.join(map(str, schema['enum']))}, not {value}"
    kinds = schema.get("type", [])
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if value is None and "null" in kinds:
        return
    kind = next((kind for kind in kinds if kind != "null"), None)
    if kind and (not isinstance(value, types[kind]) or (isinstance(value, bool) and kind != "boolean")):
        yield f"{name} must be of type {kind}"
        return
    if kind in ("integer", "number") and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield f"{name} must be within {schema['minimum']} and {schema['maximum']}"
    if "properties" not in schema:
        return
    for key, part in value.items():
        inner = f"{path}.{key}" if path else key
        if key in schema["properties"]:
            yield from problems(schema["properties"][key], part, inner, whole)
        else:
            yield f"there is no field {inner}"
    for key in schema.get("required", ()) if whole else ():
        if key not in value:
            yield f"{path}.{key} is missing".lstrip(".")


def problems_of_job(schema, job):
    yield from problems(section_of(schema, job), job)


def problems_of_part(schema, part):
    """Of a few fields of some task's job: right if one task has them all."""
    tasks = schema["properties"]["task"]["enum"]
    tried = [list(problems(section_of(schema, {"task": task}), part, whole=False)) for task in tasks]
    yield from min(tried, key=len)


def paths(schema):
    """Every field of every task: "optimizer.kind"."""
    def walk(properties, prefix):
        for name, field in properties.items():
            yield prefix + name
            yield from walk(field.get("properties", {}), prefix + name + ".")

    found = set(walk(schema["properties"], ""))
    for case in schema["allOf"]:
        found.update(walk(case["then"]["properties"], ""))
    return found
