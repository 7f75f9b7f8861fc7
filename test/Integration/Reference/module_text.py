"""Modules that lowp's Python package writes, as functions of a suite."""


def as_function(text, name):
    """A module of one function, `name`, as that function with its aliases written out."""
    lines = text.splitlines()
    maps = dict(line.split(" = ", 1) for line in lines if line.startswith("#"))
    body = "\n".join(line for line in lines if not line.startswith("#"))
    for alias, value in maps.items():
        body = body.replace(alias + ",", value + ",").replace(alias + "]", value + "]")
    return body.replace("@" + name, "@NAME")
