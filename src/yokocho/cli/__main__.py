"""python -m yokocho.cli"""

import sys

from yokocho.cli import main

sys.exit(main())
