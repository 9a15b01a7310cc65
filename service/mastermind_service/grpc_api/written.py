"""Answers of megabytes, written without being built first."""

from dataclasses import dataclass

from mastermind.v1 import mastermind_service_pb2 as pb
from mastermind_service.scoring import BatchAnswer

_LENGTH_DELIMITED = 2
_TAG = bytes((pb.BatchScoreResponse.FEEDBACKS_FIELD_NUMBER << 3 | _LENGTH_DELIMITED,))


@dataclass(frozen=True, slots=True)
class WrittenBatch:
    """The answer to BatchScore: handlers write it as they do a message.

    A message would hold a copy of all scores, made from another copy, to write a third.

    Attributes:
        answer: What it tells.
    """

    answer: BatchAnswer

    def SerializeToString(self) -> bytes:
        """The bytes of its message; a message's fields may come one after the other."""
        answer = self.answer
        rest = pb.BatchScoreResponse(
            invalid_indices=answer.invalid_indices,
            invalid_secrets=answer.invalid_secrets,
            invalid_guesses=answer.invalid_guesses,
        )
        if not answer.feedbacks:
            return rest.SerializeToString()
        length = _varint(len(answer.feedbacks))
        return b"".join((_TAG, length, answer.feedbacks, rest.SerializeToString()))

    def message(self) -> pb.BatchScoreResponse:
        """The message itself."""
        return pb.BatchScoreResponse.FromString(self.SerializeToString())


def _varint(number: int) -> bytes:
    """A number as protobuf writes it: seven bits a byte, the lowest first."""
    written = bytearray()
    while number > 0x7F:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    written.append(number)
    return bytes(written)
