// The other name of `os`.
@_exported import CarobOS
