"""Benchmarks: ours against a no-op of the same transport, side by side in one run."""
