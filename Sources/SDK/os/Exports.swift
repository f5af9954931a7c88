// On the platform `os` also exports the C library, but not Foundation.
@_exported import Glibc
