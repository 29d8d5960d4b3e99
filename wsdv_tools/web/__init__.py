"""The page at the table: pure calls on plain data, the server that answers them, and the page itself."""
