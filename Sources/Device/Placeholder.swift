// Device: see CONTRACT.
