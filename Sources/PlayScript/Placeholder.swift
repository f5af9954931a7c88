// PlayScript: see CONTRACT.
