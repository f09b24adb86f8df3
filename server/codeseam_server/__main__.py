"""``python -m codeseam_server`` is ``codeseam``."""

from codeseam_server.cli import main

if __name__ == "__main__":
    main()
