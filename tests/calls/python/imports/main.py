"""Imports: whole modules, names, under other names, of packages, relative, when they are needed."""
import pack
import pack.sub.deep
import pack.sub.deep as far
import other as second
from pack import act, first as begin
from pack.sub import deep, near
from pack.tools import *
from other import Thing as Other


def modules():
    pack.act()
    pack.sub.deep.dig()
    far.dig()
    second.run()


def names():
    act()
    begin()
    deep.dig()
    near()


def stars():
    hammer()


def late():
    from other import late_one

    return late_one()


def made():
    return Other().go()


def guarded():
    try:
        import missing_one as parser
    except ImportError:
        import other as parser
    return parser.run()


modules()
names()
stars()
late()
made()
guarded()
