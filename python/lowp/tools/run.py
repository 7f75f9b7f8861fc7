"""lowp-run: runs a function on the CPU or a GPU."""

import sys

from lowp.tools._enter import enter


def main() -> int:
    return enter("lowp-run", "lowpRunMain")


if __name__ == "__main__":
    sys.exit(main())
