"""Calls of calls, of parentheses, of what a call gives, recursion, functions inside functions."""


def leaf():
    return 1


def giver():
    return leaf


def deep():
    return giver


def direct():
    return (leaf)() + giver()() + deep()()()


def recursive(n):
    return n and recursive(n - 1)


def even(n):
    return n == 0 or odd(n - 1)


def odd(n):
    return n != 0 and even(n - 1)


def outer():
    def inner():
        return leaf()

    def helper():
        return inner()

    return helper()


def shadowed():
    def leaf():
        return 2

    return leaf()


def chosen(flag):
    if flag:
        def inner():
            return 1
    else:
        def inner():
            return leaf()
    return inner()


direct()
recursive(2)
even(2)
outer()
shadowed()
chosen(True)
chosen(False)
leaf()
