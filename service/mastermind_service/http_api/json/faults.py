"""What is wrong with a JSON text, and where."""

from mastermind_engine.refusals import Violation


class Misread(Exception):
    """A JSON value that a field cannot hold; the path grows on the way out.

    Args:
        says: What the field would take.
        path: Where it stands, such as ``secret.pegs[2]``; empty for the value itself.
    """

    def __init__(self, says: str, path: str = "") -> None:
        super().__init__(says)
        self.says = says
        self.path = path

    def within(self, outer: str) -> "Misread":
        """The same fault, seen from the message around it."""
        if not self.path or self.path.startswith("["):
            self.path = outer + self.path
        else:
            self.path = f"{outer}.{self.path}"
        return self

    @property
    def violation(self) -> Violation:
        """The fault as a refusal tells it."""
        return Violation(self.path or "body", self.says)
