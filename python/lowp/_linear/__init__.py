"""Programs of one linear layer: their text, and what recipes mean for it."""
