"""Looking ahead: which endings a decade end can have, who can force them, and what tips it."""
