"""Stands in for gymnasium where it is not installed: what environments use of it."""
