"""The two small games, Kubakrise and Eiserner Vorhang: a room for each, and what both share."""
