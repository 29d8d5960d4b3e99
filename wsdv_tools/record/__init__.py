"""Position files and records: reading, writing, checking; turns a fault's path into line and column."""
