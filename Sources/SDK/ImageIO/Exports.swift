@_exported import CarobFoundation
@_exported import CoreGraphics
