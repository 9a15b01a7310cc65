"""mastermind.v1 over gRPC: thin servicers, an interceptor, mapping and errors."""
