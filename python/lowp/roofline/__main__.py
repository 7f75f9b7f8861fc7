import sys

from lowp.roofline.cli import main

sys.exit(main())
