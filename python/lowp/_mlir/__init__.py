"""MLIR as text, operation by operation."""
