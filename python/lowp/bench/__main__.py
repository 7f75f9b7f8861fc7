import sys

from lowp.bench.cli import main

sys.exit(main())
