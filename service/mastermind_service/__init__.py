"""The service: use cases over engine and store, and the transports that call them."""

from importlib.metadata import version

__version__ = version("mastermind-service")
