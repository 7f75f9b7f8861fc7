"""Matrix products with scales: `--set dense` and its kin, kinds, shapes and operands."""
