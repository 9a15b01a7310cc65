"""Makes a client's method look like the function that describes its call."""

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

MethodT = TypeVar("MethodT", bound=Callable[..., Any])


def mirror(method: MethodT, described: Callable[..., Any]) -> MethodT:
    """Gives ``method`` the name, docstring and parameters of ``described``, behind ``self``."""
    signature = inspect.signature(described)
    parameters = [
        inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD),
        *signature.parameters.values(),
    ]
    (result,) = getattr(signature.return_annotation, "__args__", (inspect.Signature.empty,))
    method.__name__ = described.__name__
    method.__qualname__ = described.__qualname__
    method.__doc__ = described.__doc__
    method.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=parameters, return_annotation=result
    )
    return method
