"""Tells people what the rules did, in their language; asks nobody."""
