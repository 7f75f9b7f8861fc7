"""From graphs of torch.fx to MLIR: one function per ATen operation."""
