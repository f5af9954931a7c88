@_exported import CarobFoundation
