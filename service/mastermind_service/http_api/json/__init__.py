"""Canonical proto3 JSON, compiled from descriptors: faster than protobuf's own, and as exact."""
