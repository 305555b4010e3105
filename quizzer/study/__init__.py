"""Study: sessions as state machines without an interface, and the choice of the next item."""
