"""What built-in functions call, give back or hold."""
import functools
import itertools


def double(x):
    return x * 2


def key(x):
    return -x


def keep(x):
    return x > 1


def add(a, b):
    return a + b


class Item:
    def price(self):
        return 3

    def name(self):
        return "a"


def mapped():
    return list(map(double, [1, 2]))


def filtered():
    return list(filter(keep, [1, 2]))


def ordered():
    return sorted([2, 1], key=key) + [max([1, 2], key=key)]


def reduced():
    return functools.reduce(add, [1, 2, 3])


def partial():
    return functools.partial(add, 1)(2)


def zipped():
    for item, number in zip([Item()], [1]):
        item.price()


def enumerated():
    for number, item in enumerate([Item()]):
        item.price()


def reversed_():
    for item in reversed([Item()]):
        item.price()


def chained():
    for item in itertools.chain([Item()], [Item()]):
        item.name()


def by_name():
    return getattr(Item(), "price")()


def listed():
    return list((Item(), Item()))[0].name()


def nexted():
    return next(iter([Item()])).name()


def summed():
    return sum(item.price() for item in {Item()})


def largest():
    return max([Item()], key=Item.price).name()


def checked():
    return all(keep(x) for x in [2, 3])


mapped()
filtered()
ordered()
reduced()
partial()
zipped()
enumerated()
reversed_()
chained()
by_name()
listed()
nexted()
summed()
largest()
checked()
