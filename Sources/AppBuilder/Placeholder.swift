// AppBuilder: see CONTRACT.
