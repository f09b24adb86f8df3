"""Calls of what the standard library has, and what it calls back or is a base of."""
import collections
import json
import logging
import os.path
import string
import threading
from collections import OrderedDict, namedtuple
from dataclasses import dataclass, field


def join():
    return 1


def dumps():
    return 2


def default(value):
    return str(value)


class Point(namedtuple("Point", "x y")):
    def length(self):
        return self.x


class Ordered(OrderedDict):
    def first(self):
        return self.get("a")

    def get(self, name):
        return name


@dataclass
class Entry:
    name: str = ""
    tags: list = field(default_factory=list)

    def __post_init__(self):
        self.check()

    def check(self):
        return self.name


class Worker(threading.Thread):
    def run(self):
        return self.work()

    def work(self):
        return 1


def paths():
    return os.path.join("a", "b") + "".join(["a"])


def texts():
    return json.dumps({"a": {1}}, default=default)


def points():
    return Point(1, 2).length()


def entries():
    return Entry("a").check()


def ordered():
    return Ordered().first()


def counted():
    return collections.Counter("aa").most_common(), string.Template("$a").substitute(a=1)


def work():
    worker = Worker()
    worker.run()
    logging.getLogger("x").debug("y")


join()
dumps()
paths()
texts()
points()
entries()
ordered()
counted()
work()
