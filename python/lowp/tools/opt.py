"""lowp-opt: runs passes on a module."""

import sys

from lowp.tools._enter import enter


def main() -> int:
    return enter("lowp-opt", "lowpOptMain")


if __name__ == "__main__":
    sys.exit(main())
