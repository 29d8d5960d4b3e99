"""Makes the pages and pictures of `docs/` with the program itself."""
