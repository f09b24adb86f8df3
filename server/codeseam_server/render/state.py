"""What is indexed, what waits, what is left out and why."""

from codeseam_server.render.pieces import ROWS, UNDERSTAND, counts, within
from codeseam_server.render.safe import one_line
from codeseam_server.session.records import Status


def status(state: Status, most: int = ROWS) -> str:
    """The state of an index, with at most ``most`` of the files that are left out."""
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
        rows = [f"{one_line(path)}: {reason}" for path, reason in state.skipped_files]
        kept = within(rows[:most], UNDERSTAND)
        lines += kept
        if more := len(rows) - len(kept):
            lines.append(f"… {more} more; `codeseam status --json` lists all")
    lines += [one_line(note) for note in state.notes]
    return "\n".join([*lines, *([f"({one_line(index.notice)})"] if index.notice else [])])
