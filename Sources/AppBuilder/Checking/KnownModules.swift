import AppProject

/// The modules that an app can import, with advice about the others.
enum KnownModules {
  /// Modules that come with the toolchain on Linux.
  static let toolchain: Set<String> = [
    "Swift", "Foundation", "FoundationNetworking", "FoundationXML", "FoundationEssentials",
    "FoundationInternationalization", "Dispatch", "Glibc", "XCTest", "Testing", "Synchronization",
    "Observation",
    "RegexBuilder", "Distributed", "_Concurrency", "_StringProcessing", "_Differentiation", "CoreFoundation",
    "Cxx", "Builtin",
  ]

  /// The modules of the built SDK, read from its folder of modules.
  static func provided(by sdk: SDKLocation?) -> Set<String> {
    guard let sdk else { return provided }
    let names = AbsolutePath.contents(sdk.modules).filter { $0.hasSuffix(".swiftmodule") }
      .map { String($0.dropLast(".swiftmodule".count)) }
    let aliases = sdk.moduleAliases.compactMap { $0.split(separator: "=").first.map(String.init) }
    // A framework that is not built yet is built when an app imports it.
    let frameworks = sdk.frameworks.flatMap { [$0.name] + $0.brings }
    return names.contains("UIKit") ? Set(names + aliases + frameworks) : provided
  }

  /// The modules of the SDK, for checks before it is built.
  static let provided: Set<String> = [
    "UIKit", "QuartzCore", "CoreGraphics", "CarobInspection", "os", "OSLog", "Combine", "OpenCombine",
    "UserNotifications", "AudioToolbox", "AVFoundation", "AVKit", "MediaPlayer", "CoreData", "CoreLocation",
    "CoreMotion", "Contacts", "MapKit", "UserNotificationsUI", "UniformTypeIdentifiers", "MobileCoreServices",
    "ImageIO",
  ]

  /// The suggested alternative to a module that cannot be imported.
  static func advice(for module: String) -> String {
    switch module {
    case "SwiftUI", "WidgetKit", "SwiftData", "Charts", "TipKit":
      "“\(module)” belongs to SwiftUI, which carob does not provide: it builds UIKit apps. "
        + "Take the files that use it out of the target, or put them between #if canImport(\(module)) and #endif"
    case let name where appleModules.contains(name):
      "Apple's “\(name)” is not provided yet. "
        + "Put what uses it between #if canImport(\(name)) and #endif, or in a file of another target"
    default:
      "no target of the project, no local package and no module of the SDK is called “\(module)”. "
        + "If it is a remote package or a pod, check it out beside the project and add it as a local package"
    }
  }

  static let appleModules: Set<String> = [
    "AVFoundation", "AVKit", "Accelerate", "Accounts", "AdServices", "AddressBook", "AppIntents",
    "AppTrackingTransparency", "ARKit", "AssetsLibrary", "AudioToolbox", "AuthenticationServices",
    "BackgroundTasks", "CallKit", "CarPlay", "CloudKit", "Combine", "Contacts", "ContactsUI", "CoreAudio",
    "CoreBluetooth", "CoreData", "CoreGraphics", "CoreHaptics", "CoreImage", "CoreLocation", "CoreMedia",
    "CoreMIDI", "CoreML", "CoreMotion", "CoreNFC", "CoreSpotlight", "CoreTelephony", "CoreText", "CoreVideo",
    "CryptoKit", "DeviceCheck", "EventKit", "EventKitUI", "GameController", "GameKit", "GameplayKit", "GLKit",
    "HealthKit", "HomeKit", "ImageIO", "Intents", "IntentsUI", "JavaScriptCore", "LinkPresentation",
    "LocalAuthentication", "MapKit", "MediaPlayer", "MessageUI", "Messages", "Metal", "MetalKit",
    "MobileCoreServices", "MultipeerConnectivity", "NaturalLanguage", "Network", "NotificationCenter",
    "ObjectiveC", "OSLog", "os", "PDFKit", "PassKit", "PencilKit", "Photos", "PhotosUI", "PushKit",
    "QuartzCore", "QuickLook", "QuickLookThumbnailing", "RealityKit", "ReplayKit", "SafariServices",
    "SceneKit",
    "Security", "Social", "Speech", "SpriteKit", "StoreKit", "SystemConfiguration", "Twitter", "UIKit",
    "UniformTypeIdentifiers", "UserNotifications", "UserNotificationsUI", "Vision", "VisionKit",
    "WatchConnectivity",
    "WebKit", "simd", "Darwin", "iAd",
  ]
}
