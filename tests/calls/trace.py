"""Run Python programs and print which function called which, as JSON: program -> [caller, callee].

Code without a name of its own, and the body of a class, belongs to the function around it.
"""

import json
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType

_LATER = 0x20 | 0x80 | 0x200
"""Flags of generators and coroutines: they run when somebody asks for more, not when called."""


def named(code: CodeType, root: str) -> str:
    """A function by its file and its qualified name, "" for what is none of the program's."""
    if not code.co_filename.startswith(root):
        return ""
    parts = code.co_qualname.split(".")
    is_function = code.co_flags & 1
    if not is_function and code.co_name != "<module>":
        parts.pop()
    while parts and parts[-1].startswith("<"):
        parts.pop()
    kept = [p for p in parts if p != "<locals>"]
    return f"{code.co_filename[len(root) :]}:{'.'.join(kept) or '<module>'}"


def traced(program: Path, root: Path) -> Iterator[tuple[str, str]]:
    """The calls of a program, between functions of the files below a folder."""
    seen: set[tuple[CodeType, CodeType]] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_back is not None:
            seen.add((frame.f_back.f_code, frame.f_code))

    sys.path.insert(0, str(program.parent))
    sys.setprofile(note)
    try:
        runpy.run_path(str(program), run_name="program")
    finally:
        sys.setprofile(None)
        sys.path.pop(0)
    for caller, callee in seen:
        later = callee.co_flags & _LATER
        is_definition = callee.co_flags & 1 and not callee.co_name.startswith("<")
        names = named(caller, f"{root}/"), named(callee, f"{root}/")
        if all(names) and is_definition and not later:
            yield names


def main() -> None:
    """Trace the programs named on the command line; paths are those below the program's folder."""
    found: dict[str, list[tuple[str, str]]] = {}
    for program in map(Path, sys.argv[1:]):
        found[str(program)] = sorted(traced(program, program.parent))
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main()
