"""An independent statement of what lowp computes, in numpy and ml_dtypes.

It never imports lowp and shares no code with it: docs/Numerics.md is the only
thing that both follow.
"""
