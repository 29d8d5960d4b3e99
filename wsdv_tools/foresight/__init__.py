"""What would come of it: which endings a decade end can have, who can force them, and what tips it."""
