// DeviceWeb: see CONTRACT.
