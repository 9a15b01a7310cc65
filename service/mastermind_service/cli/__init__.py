"""The command line: ``mastermind``."""

from mastermind_service.cli.app import main

__all__ = ["main"]
