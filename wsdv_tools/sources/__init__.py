"""Files become data, or findings: finding the shipped files, YAML with positions, schemas."""
