"""Players made of code, and whole games between them."""
