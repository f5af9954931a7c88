// On the platform `os` brings the C library along, and nothing of Foundation.
@_exported import Glibc
