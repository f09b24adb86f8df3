"""Functions that are passed under a name, through dictionaries and defaults."""


def leaf():
    return 1


def other():
    return 2


def named(first=None, function=None):
    return function()


def only(*, hook=other):
    return hook()


def collected(**hooks):
    return hooks["start"]()


def forwarded(**hooks):
    return named(**hooks)


def chained(function):
    return named(function=function)


class Held:
    def __init__(self, hook=None):
        self.hook = hook

    def fire(self):
        return self.hook()


def main():
    named(function=leaf)
    only()
    only(hook=leaf)
    collected(start=other)
    forwarded(function=leaf)
    chained(other)
    Held(hook=leaf).fire()


main()
