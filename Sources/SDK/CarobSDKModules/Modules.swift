// Every module that an app can import. The build makes a module only if something imports it.
import AVFoundation
import AVKit
import CarobCombine
import CarobFoundation
import CarobInspection
import CarobOS
import CarobOSLog
import CarobRuntime
import CoreGraphics
import MediaPlayer
import QuartzCore
import UIKit
