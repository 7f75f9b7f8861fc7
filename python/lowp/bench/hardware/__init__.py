"""The machine of a measurement: the card, its clocks, and what its memory can do."""
