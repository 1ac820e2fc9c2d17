"""The exceptions of mirador."""


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
    """The store already has an experiment with that name."""


class OutcomeUnknown(RuntimeError):
    """The connection to the store or service broke during a change, and it is unknown whether the change was made.

    Repeat the change with ``request=error.request``: it is made only once, however often it is repeated.
    """

    def __init__(self, message: str, request: str) -> None:
        super().__init__(message, request)
        self.request = request  #: the request name of the change

    def __str__(self) -> str:
        return str(self.args[0])
