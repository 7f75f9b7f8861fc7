import sys

from lowp.check.cli import main

sys.exit(main())
