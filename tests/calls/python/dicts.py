"""Functions and instances in dictionaries."""


def start():
    return 1


def stop():
    return 2


def pause():
    return 3


class Handler:
    def run(self):
        return 1


TABLE = {"start": start, "stop": stop}
NESTED = {"a": {"b": pause}}
HANDLERS = {"main": Handler()}


def by_key():
    return TABLE["start"]()


def by_variable(name):
    return TABLE[name]()


def by_get(name):
    return TABLE.get(name)()


def nested():
    return NESTED["a"]["b"]()


def added():
    table = {}
    table["x"] = start
    table["y"] = stop
    return table["y"]()


def looped():
    for name, function in TABLE.items():
        function()


def valued():
    for function in TABLE.values():
        function()


def instances():
    return HANDLERS["main"].run()


def built():
    table = dict(go=pause)
    return table["go"]()


def comprehended():
    table = {name: Handler() for name in "ab"}
    return table["a"].run()


def merged():
    table = {**TABLE, "pause": pause}
    return table["pause"]() + table["stop"]()


def returned():
    return make()["run"]()


def make():
    return {"run": start}


def popped():
    table = {"a": Handler()}
    return table.pop("a").run()


def updated():
    table = {}
    table.update({"z": stop})
    return table["z"]()


def by_number():
    return {1: start, 2: stop}[2]()


by_key()
by_variable("stop")
by_variable("start")
by_get("start")
by_get("stop")
nested()
added()
looped()
valued()
instances()
built()
comprehended()
merged()
returned()
popped()
updated()
by_number()
