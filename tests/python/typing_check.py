"""A user's program, for the type checker: never run."""

import mirador

version: str = mirador.__version__
