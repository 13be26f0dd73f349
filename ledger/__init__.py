"""The decision record of fleets of AI agents and the people who own them."""

__version__ = "0.1.0"
