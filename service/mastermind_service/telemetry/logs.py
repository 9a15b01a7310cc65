"""Logs as JSON lines on standard error.

Only names and numbers of the service's own go in: never a code, a seed, a token or a key.
"""

import atexit
import logging
import sys

import structlog

from mastermind_service.telemetry.buffered import BufferedLines


def configure_logs(level: str = "info") -> None:
    """Sets up logging for a server process.

    Libraries stay at warnings: at their loudest they would log messages with all they hold.

    Args:
        level: debug, info, warning or error.
    """
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(message)s")
    # Its errors quote what callers sent, credentials that are no text among it.
    logging.getLogger("grpc").setLevel(logging.CRITICAL)
    lines = BufferedLines(sys.stderr)
    atexit.register(lines.flush)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping()[level.upper()]
        ),
        logger_factory=lines,
        cache_logger_on_first_use=True,
    )
