// Every module that all apps can import. The build makes a module only if something imports it.
import CarobFoundation
import CarobInspection
import CarobOS
import CarobOSLog
import CarobRuntime
import CoreGraphics
import QuartzCore
import UIKit
import UIKitDrawing
import UserNotifications
