"""Generators, their elements, delegation, comprehensions, iterators and coroutines of ours."""
import asyncio
from contextlib import contextmanager


class Part:
    def use(self):
        return 1


def parts():
    yield Part()
    yield make()


def make():
    return Part()


def functions():
    yield make


def delegated():
    yield from parts()


def expression():
    return (part for part in parts())


class Shelf:
    def __init__(self):
        self.parts = [Part()]

    def __iter__(self):
        return iter(self.parts)


class Counter:
    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration


@contextmanager
def opened():
    part = Part()
    yield part
    part.use()


class Door:
    def __enter__(self):
        return self

    def __exit__(self, *given):
        self.close()

    def close(self):
        return None


async def fetch():
    return Part()


async def stream():
    yield Part()


async def waiting():
    part = await fetch()
    part.use()
    async for other in stream():
        other.use()
    found = await asyncio.gather(fetch(), fetch())
    found[0].use()


def loop():
    for part in parts():
        part.use()


def called():
    for function in functions():
        function()


def over():
    for part in delegated():
        part.use()


def lazily():
    for part in expression():
        part.use()


def stepped():
    return next(parts()).use()


def shelves():
    for part in Shelf():
        part.use()
    for _ in Counter():
        pass


def managed():
    with opened() as part:
        part.use()
    with Door() as door:
        door.close()


def comprehended():
    return [part.use() for part in parts()] + [p.use() for p in [Part()]]


def collected():
    found = list(parts())
    return found[0].use()


loop()
called()
over()
lazily()
stepped()
shelves()
managed()
comprehended()
collected()
asyncio.run(waiting())
