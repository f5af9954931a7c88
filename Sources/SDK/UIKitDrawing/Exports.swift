@_exported import CarobFoundation
@_exported import CoreGraphics
@_exported import QuartzCore
