import sys

from lowp.calibrate.cli import main

sys.exit(main())
