"""Lambdas: called, passed, kept, returned."""


def leaf():
    return 1


def apply(function):
    return function()


def called():
    return (lambda: leaf())()


def kept():
    get = lambda: leaf()
    return get()


def passed():
    return apply(lambda: leaf())


def with_argument():
    run = lambda function: function()
    return run(leaf)


def returned():
    return maker()()


def maker():
    return lambda: leaf


def giving():
    return (lambda: leaf)()()


def ordered():
    return sorted([1, 2], key=lambda x: leaf())


called()
kept()
passed()
with_argument()
returned()
giving()
ordered()
