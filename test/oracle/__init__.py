"""An independent statement of what lowp computes, in numpy and ml_dtypes.

It never imports lowp and shares no code with it: docs/Specification.md and
docs/Numerics.md are the only things that both follow.
"""
