"""Functions and instances in lists, tuples and sets."""


def one():
    return 1


def two():
    return 2


def three():
    return 3


class Job:
    def run(self):
        return 1


ALL = [one, two]


def by_index():
    return ALL[1]()


def looped():
    for function in ALL:
        function()


def nested():
    return [[one], [two]][1][0]()


def appended():
    jobs = []
    jobs.append(Job())
    for job in jobs:
        job.run()


def appended_functions():
    found = []
    found.append(three)
    return found[0]()


def sliced():
    return [function() for function in [one, two, three][0:]]


def concatenated():
    for function in [one] + [two]:
        function()


def comprehended():
    jobs = [Job() for _ in range(2)]
    return jobs[0].run()


def unpacked():
    first, second = [one, two]
    return second()


def popped():
    return [Job()].pop().run()


def in_tuple():
    for name, function in (("a", one), ("b", two)):
        function()


def spread():
    every = [*ALL, three]
    for function in every:
        function()


def extended():
    jobs = []
    jobs.extend([Job()])
    return jobs[0].run()


class Queue:
    def __init__(self):
        self.jobs = []

    def add(self, job: Job):
        self.jobs.append(job)

    def work(self):
        for job in self.jobs:
            job.run()


by_index()
looped()
nested()
appended()
appended_functions()
sliced()
concatenated()
comprehended()
unpacked()
popped()
in_tuple()
spread()
extended()
queue = Queue()
queue.add(Job())
queue.work()
