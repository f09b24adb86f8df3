"""Decorators with and without arguments, of methods and classes, stacked, with memory."""
import functools


def plain(function):
    def wrapper(*args):
        return function(*args)

    return wrapper


def keeping(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        note()
        return function(*args, **kwargs)

    return wrapper


def note():
    return None


def same(function):
    return function


def repeat(times):
    def decorate(function):
        def wrapper(*args):
            for _ in range(times):
                result = function(*args)
            return result

        return wrapper

    return decorate


registry = {}


def register(name):
    def decorate(function):
        registry[name] = function
        return function

    return decorate


class Counted:
    def __init__(self, function):
        self.function = function

    def __call__(self, *args):
        return self.function(*args)


@plain
def one():
    return 1


@keeping
def two():
    return one()


@same
def three():
    return two()


@repeat(2)
def four():
    return three()


@register("five")
def five():
    return four()


@Counted
def six():
    return 6


@plain
@keeping
def seven():
    return 7


@functools.lru_cache(maxsize=None)
def eight():
    return 8


def mark(cls):
    cls.marked = True
    return cls


@mark
class Marked:
    @keeping
    def go(self):
        return 1

    def run(self):
        return self.go()


def main():
    one()
    two()
    three()
    four()
    five()
    six()
    seven()
    eight()
    Marked().run()
    registry["five"]()


main()
