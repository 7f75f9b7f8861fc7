"""What measures lowp.torch."""
