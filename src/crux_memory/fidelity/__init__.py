"""Is everything still there? Compares a source body with what was made of it."""

from crux_memory.fidelity.check import FidelityReport, check

__all__ = ["FidelityReport", "check"]
