"""mastermind.v1 over gRPC: thin servicers, handlers, mapping and errors."""
