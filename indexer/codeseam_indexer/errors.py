"""What can go wrong, in one tree; each message is one sentence that says what to do next.

CodeseamError
├── UsageError          the question or a setting cannot be meant as it stands
│   └── OutsideError    a path that leaves the workspace
├── WorkspaceError      the workspace is missing or cannot be read
├── StoreError          the index cannot be opened, read or written
│   ├── ReadOnlyError   its folder or file cannot be written
│   ├── DiskFullError   no room is left
│   └── NewerError      it was written by a newer codeseam
└── ModelError          an embedding model is missing, broken or cannot be fetched
"""


class CodeseamError(Exception):
    """The base of all errors that a user is meant to read."""


class UsageError(CodeseamError):
    """The question or a setting cannot be meant as it stands."""


class OutsideError(UsageError):
    """A path that leaves the workspace."""


class WorkspaceError(CodeseamError):
    """The workspace is missing or cannot be read."""


class StoreError(CodeseamError):
    """The index cannot be opened, read or written."""


class ReadOnlyError(StoreError):
    """The folder or the file of the index cannot be written."""


class DiskFullError(StoreError):
    """No room is left for the index."""


class NewerError(StoreError):
    """The index was written by a newer codeseam."""


class ModelError(CodeseamError):
    """An embedding model is missing, broken or cannot be fetched."""
