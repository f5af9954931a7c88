// Imports every module that all apps can import, because the build compiles a module only if something
// imports it.
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
