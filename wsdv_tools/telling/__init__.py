"""Says what the rules did, in the user's language; asks nothing."""
