"""Which of K noisy options is the right one, with error probability at most delta?

>>> import mirador
>>> mirador.__version__.count(".")
2
"""

from mirador._core import version as __version__

__all__ = ["__version__"]
