"""The exceptions that Python does not have already."""


class NotFound(KeyError):
    """There is no such experiment, ticket or arm.

    >>> import mirador
    >>> try:
    ...     mirador.Experiment(["a", "b"]).tell(7, 0.5)
    ... except KeyError as error:
    ...     print(error)
    ticket: 7 is not one of this experiment; ask for one first
    """

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class NameTaken(ValueError):
    """The store has an experiment of that name already."""


class OutcomeUnknown(RuntimeError):
    """The connection to the store broke while a change was made, and it cannot be asked whether it was.

    Repeat the change with ``request=error.request``: it is made once, however often it is repeated.
    """

    def __init__(self, message: str, request: str) -> None:
        super().__init__(message, request)
        self.request = request  #: under which name the change was sent

    def __str__(self) -> str:
        return str(self.args[0])
