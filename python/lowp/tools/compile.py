"""lowp-compile: compiles a module to kernels, host code or a library."""

import sys

from lowp.tools._enter import enter


def main() -> int:
    return enter("lowp-compile", "lowpCompileMain")


if __name__ == "__main__":
    sys.exit(main())
