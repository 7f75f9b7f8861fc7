"""torch.compile(model, backend="lowp")."""
