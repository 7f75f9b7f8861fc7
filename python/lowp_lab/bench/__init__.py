"""What `python -m lowp.bench` runs."""
