"""What is indexed, what waits, what is left out and why."""

from codeseam_server.render.pieces import ROWS, UNDERSTAND, counts, within
from codeseam_server.render.safe import one_line
from codeseam_server.session.records import Status


def status(state: Status, most: int = ROWS) -> str:
    """The state of an index, with at most ``most`` of the files left out, and as many notes."""
    index = state.index
    lines = [
        f"{one_line(state.workspace)}: {index.files} files, {state.symbols} symbols,"
        f" {state.chunks} chunks, {state.index_bytes // 1024} KiB; model {state.model}",
        "up to date" if not index.pending else f"{index.pending} files still to be indexed",
    ]
    if state.languages:
        lines.append(f"languages: {counts(state.languages)}")
    if index.skipped:
        lines.append(f"left out: {counts(index.skipped)}")
        lines += _first(
            [f"{one_line(path)}: {reason}" for path, reason in state.skipped_files], most
        )
    lines += _first([one_line(note) for note in state.notes], most)
    return "\n".join([*lines, *([f"({one_line(index.notice)})"] if index.notice else [])])


def _first(rows: list[str], most: int) -> list[str]:
    """The first rows, and how many more there are: a large workspace has thousands."""
    kept = within(rows[:most], UNDERSTAND // 2)
    more = len(rows) - len(kept)
    return [*kept, f"… {more} more; `codeseam status --json` lists all"] if more else kept
