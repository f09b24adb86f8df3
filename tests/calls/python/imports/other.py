def run():
    return 1


def late_one():
    return run()


class Thing:
    def go(self):
        return run()
