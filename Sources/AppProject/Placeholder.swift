// AppProject: see CONTRACT.
