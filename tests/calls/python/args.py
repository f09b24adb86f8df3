"""Functions that are passed on, and called where they arrive."""


def leaf():
    return 1


def other():
    return 2


def apply(function):
    return function()


def through(function):
    return apply(function)


def second(first, function):
    return function()


def returned(function):
    return function


def nested(function):
    def inner():
        return function()

    return inner


def renamed(function):
    alias = function
    return alias()


def rest(*functions):
    for one in functions:
        one()
    return functions[0]()


def imported_default(function=other):
    return function()


def main():
    apply(leaf)
    through(other)
    second(leaf, other)
    returned(leaf)()
    nested(leaf)()
    renamed(leaf)
    rest(leaf, other)
    imported_default()
    apply(lambda: leaf())


main()
