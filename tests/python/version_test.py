"""The installed package is this one."""

import mirador


def test_the_version_is_three_numbers():
    assert all(part.isdigit() for part in mirador.__version__.split(".")), mirador.__version__
