"""Which mirador is this?"""

import mirador

print(mirador.__version__)
