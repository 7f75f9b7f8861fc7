import sys

from lowp.tune.cli import main

sys.exit(main())
