"""What to guess next: candidates, strategies, suggestions, whole evaluations."""
