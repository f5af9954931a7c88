@_exported import CarobFoundation
@_exported import CoreGraphics
@_exported import QuartzCore
@_exported import UIKitDrawing
@_exported import UserNotifications
