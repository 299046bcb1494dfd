"""`python -m probdd` is the command `probdd`."""

import sys

from ._command import main

sys.exit(main())
