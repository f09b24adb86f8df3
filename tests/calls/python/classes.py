"""Instances, their fields, methods as values, class attributes, nested and local classes."""


class Engine:
    limit = 3

    def __init__(self, size=1):
        self.size = size
        self.reset()

    def reset(self):
        self.running = False

    def start(self):
        return self.check()

    def check(self):
        return self.limit

    @staticmethod
    def convert(value):
        return value

    @classmethod
    def build(cls):
        return cls(2)

    @property
    def power(self):
        return self.check()


class Car:
    factory = Engine

    class Door:
        def open(self):
            return 1

    def __init__(self):
        self.engine = Engine()
        self.door = self.Door()
        self.spare: Engine | None = None

    def drive(self):
        self.engine.start()
        self.door.open()
        return self.factory.convert(1)

    def copy(self):
        return type(self)()

    def power(self):
        return self.engine.power

    def refit(self):
        self.spare = Engine.build()
        if self.spare:
            self.spare.start()

    def with_engine(self, engine):
        self.engine = engine
        return self


class Callable_:
    def __call__(self):
        return self.inner()

    def inner(self):
        return 1


def bound():
    run = Engine().start
    return run()


def unbound():
    return Engine.start(Engine())


def made():
    kind = Engine
    return kind(3).start()


def built():
    return Engine.build().check()


def called():
    thing = Callable_()
    return thing()


def local():
    class Inside:
        def go(self):
            return 1

    return Inside().go()


def fluent():
    return Car().with_engine(Engine()).drive()


def through():
    car = Car()
    return car.engine.start()


def by_class():
    engine = Engine()
    return engine.__class__().start()


def static():
    return Engine.convert(1) + Engine().convert(2)


bound()
unbound()
made()
built()
called()
local()
fluent()
through()
by_class()
static()
Car().drive()
Car().copy()
Car().power()
Car().refit()
