// Compositor: see CONTRACT.
