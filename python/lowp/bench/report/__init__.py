"""What becomes of figures: records, files without names of people, tables and plots."""
