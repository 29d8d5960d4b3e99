"""13 Minuten: Die Kubakrise 1962."""
