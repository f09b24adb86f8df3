"""Functions as attributes, in classes, with attributes, redefined, as defaults."""


def run():
    return 1


def walk():
    return 2


run.helper = walk


def attribute():
    return run.helper()


class Space:
    go = run
    stay = staticmethod(walk)


def in_class():
    return Space.go() + Space.stay() + Space().stay()


def default(function=run):
    return function()


def inner_attribute():
    def inner():
        return 1

    inner.extra = walk
    return inner.extra() + inner()


def closure():
    count = 0

    def step():
        nonlocal count
        count += 1
        return walk()

    def twice():
        step()
        return step()

    return twice()


def composed(first, second):
    return lambda: first() + second()


attribute()
in_class()
default()
inner_attribute()
closure()
composed(run, walk)()
