"""What cannot be imported."""


class Refusal(Exception):
    """Why a node, or a region, stays with torch: what was expected and what came."""
