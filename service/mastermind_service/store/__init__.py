"""Where games live: one interface, and the stores that keep it."""
