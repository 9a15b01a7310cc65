"""Strategy trees as files, as text and as suggestions."""
