from .actions import act
from . import tools
from .sub import near as first


def unused():
    return tools.hammer()


unused()
