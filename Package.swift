// swift-tools-version: 6.1
import Foundation
import PackageDescription

// Carob: see Documentation/Architecture.md for what each target is for.

// MARK: swift-syntax

/// The folder of the swift-syntax libraries that the toolchain ships for macros, built optimized; `nil` when this toolchain has none.
///
/// They are the same release as the compiler. Building the package instead takes minutes and, in debug, translates ten times slower.
/// Another compiler release, or `CAROB_SWIFT_SYNTAX=package` in the environment, takes the package. Decisions/0040.
func toolchainSyntax() -> String? {
  #if compiler(>=6.3) && compiler(<6.4)
    let environment = ProcessInfo.processInfo.environment
    guard environment["CAROB_SWIFT_SYNTAX"] != "package" else { return nil }
    for folder in (environment["PATH"] ?? "").split(separator: ":") {
      let swift = URL(fileURLWithPath: String(folder)).appendingPathComponent("swift")
        .resolvingSymlinksInPath()
      guard FileManager.default.isExecutableFile(atPath: swift.path) else { continue }
      let host = swift.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("lib/swift/host")
      let isThere = [
        "SwiftSyntax", "SwiftParser", "SwiftParserDiagnostics", "SwiftOperators", "SwiftDiagnostics",
      ]
      .allSatisfy { name in
        ["\(name).swiftmodule", "lib\(name).so"].allSatisfy {
          FileManager.default.fileExists(atPath: host.appendingPathComponent($0).path)
        }
      }
      return isThere ? host.path : nil
    }
  #endif
  return nil
}

let syntaxFolder = toolchainSyntax()
let syntaxPackage: [Package.Dependency] =
  syntaxFolder == nil ? [.package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")] : []
let syntaxProducts: [Target.Dependency] =
  syntaxFolder == nil
  ? ["SwiftSyntax", "SwiftParser", "SwiftParserDiagnostics", "SwiftOperators"].map {
    .product(name: $0, package: "swift-syntax")
  } : []
let syntaxSettings: [SwiftSetting] = syntaxFolder.map { [.unsafeFlags(["-I", $0])] } ?? []
// What takes in each event of an app, also in the command that `./carob` builds: optimized it needs a third of the time, and its build
// a few seconds more.
let alwaysFast: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]
let syntaxLinking: [LinkerSetting] =
  syntaxFolder.map { folder in
    [
      .unsafeFlags(["-L", folder, "-Xlinker", "-rpath", "-Xlinker", folder]),
      .linkedLibrary("SwiftSyntax"), .linkedLibrary("SwiftParser"), .linkedLibrary("SwiftParserDiagnostics"),
      .linkedLibrary("SwiftOperators"), .linkedLibrary("SwiftDiagnostics"),
    ]
  } ?? []

// MARK: The package

/// The SDK's modules that every app can import, as they are built (Decisions/0043). Frameworks beyond UIKit's own are in
/// Sources/SDK/Frameworks.txt instead: libraries of their own (Decisions/0065).
let appModules = [
  "CarobRuntime", "CarobFoundation", "CoreGraphics", "QuartzCore", "UserNotifications", "UIKitDrawing",
  "UIKit",
  "CarobInspection", "CarobOS",
  "CarobOSLog",
]

let package = Package(
  name: "Carob",
  products: [
    .executable(name: "carob", targets: ["carob"]),
    // One dynamic product for what every app loads: two that share a target would each hold a copy of its classes. The libraries of
    // further frameworks are therefore linked by script/build-sdk.
    .library(
      name: "CarobSDK", type: .dynamic, targets: appModules + ["CarobSDKModules"]),
    // Preloaded into app processes in virtual time only; real mode stays free of it.
    .library(name: "CarobVirtualTime", type: .dynamic, targets: ["CVirtualTime"]),
  ],
  dependencies: syntaxPackage + [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    // The command and what it is made of
    .executableTarget(
      name: "carob",
      dependencies: [
        "AppProject", "AppBuilder", "ChildProcess", "Translator", "Device", "DeviceProtocol", "DeviceWeb",
        "PlayScript",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: syntaxSettings),
    // Programs that the command and the tests start and wait for.
    .target(name: "CChildProcess"),
    .target(name: "ChildProcess", dependencies: ["CChildProcess"]),
    .testTarget(name: "ChildProcessTests", dependencies: ["ChildProcess"]),
    .target(name: "AppProject", dependencies: ["ChildProcess", "XMLText"]),
    // What every reader of XML needs.
    .target(name: "XMLText", swiftSettings: alwaysFast),
    .testTarget(name: "XMLTextTests", dependencies: ["XMLText"]),
    .testTarget(
      name: "CompositorTests", dependencies: ["TestSupport", "Compositor", "Raster", "DeviceProtocol"]),
    .testTarget(name: "CoreGraphicsTests", dependencies: ["CoreGraphics", "Raster", "TestSupport"]),
    .testTarget(
      name: "QuartzCoreTests",
      dependencies: [
        "QuartzCore", "CoreGraphics", "CarobFoundation", "DeviceProtocol", "Raster", "TestSupport",
      ]),
    .testTarget(
      name: "UIKitDrawingTests",
      dependencies: ["UIKitDrawing", "UIKit", "CoreGraphics", "Raster", "TestSupport"]),
    .testTarget(name: "RasterTests", dependencies: ["TestSupport", "Raster"]),
    .testTarget(name: "AppProjectTests", dependencies: ["TestSupport", "AppProject"]),
    .target(
      name: "Translator", dependencies: ["SelectorNames"] + syntaxProducts, swiftSettings: syntaxSettings,
      linkerSettings: syntaxLinking),
    .testTarget(
      name: "TranslatorTests",
      dependencies: ["ChildProcess", "SelectorNames", "Translator", "TestSupport"] + syntaxProducts,
      // Sources that the tests translate and compile themselves.
      exclude: ["Golden", "StubSDK", "StubCoreData"], swiftSettings: syntaxSettings),
    .target(
      name: "AppBuilder",
      dependencies: [
        "AppProject", "ChildProcess", "Translator", "NibFormat", "InterfaceCompiler", "AssetFormat",
        "ModelCompiler",
      ],
      swiftSettings: syntaxSettings),
    .testTarget(
      name: "AppBuilderTests",
      dependencies: ["TestSupport", "AppBuilder", "AppProject", "AssetFormat", "Translator"],
      swiftSettings: syntaxSettings),
    // Data models from Xcode's XML to the form that apps read (ManagedModelFormat), and the classes that Xcode generates.
    .target(name: "ManagedModelFormat", path: "Sources/Shared/ManagedModelFormat"),
    .target(name: "ModelCompiler", dependencies: ["ManagedModelFormat", "InterfaceCompiler", "NibFormat"]),
    .testTarget(
      name: "ModelCompilerTests",
      dependencies: ["TestSupport", "ModelCompiler", "ManagedModelFormat"]),
    // A library of its own (Documentation/Frameworks.md).
    .target(
      name: "CoreData",
      dependencies: [
        "UIKit", "CarobFoundation", "CarobRuntime", "ManagedModelFormat", "CSQLite",
      ],
      path: "Sources/SDK/CoreData"),
    // Places, ways and regions, shared by the device and the framework. Geodesics by GeographicLib (Decisions/0068).
    .target(name: "CGeodesics", path: "Sources/Shared/CGeodesics", cxxSettings: [.unsafeFlags(["-O2"])]),
    .target(
      name: "LocationSimulation", dependencies: ["CGeodesics", "DeviceProtocol"],
      path: "Sources/Shared/LocationSimulation", swiftSettings: alwaysFast),
    .testTarget(
      name: "LocationSimulationTests", dependencies: ["LocationSimulation", "DeviceProtocol", "TestSupport"]),
    // Files of ways: for the device alone, because an app's library need not link an XML parser.
    .target(name: "GPXFormat", dependencies: ["LocationSimulation", "CXML2"], swiftSettings: alwaysFast),
    .testTarget(
      name: "GPXFormatTests", dependencies: ["TestSupport", "GPXFormat", "LocationSimulation"]),
    .target(
      name: "CoreLocation",
      dependencies: [
        "UIKit", "UserNotifications", "Contacts", "CarobFoundation", "CarobRuntime", "DeviceProtocol",
        "LocationSimulation",
      ],
      path: "Sources/SDK/CoreLocation"),
    .testTarget(
      name: "CoreLocationTests",
      dependencies: [
        "CoreLocation", "Contacts", "CarobFoundation", "CarobRuntime", "DeviceProtocol", "LocationSimulation",
        "TestSupport",
      ]),
    .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(
      name: "CSQLite", path: "Sources/Shared/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),
    .testTarget(
      name: "CoreDataTests",
      dependencies: [
        "CoreData", "CarobFoundation", "ManagedModelFormat", "ModelCompiler", "RuntimeTestSupport",
        "TestSupport",
      ]),
    // Storyboards and xibs from XML to the form that apps read (NibFormat).
    .target(name: "InterfaceCompiler", dependencies: ["NibFormat", "XMLText"]),
    // The words of a trace: mechanisms and categories.
    .target(name: "TraceVocabulary", path: "Sources/Shared/TraceVocabulary"),
    .target(name: "DeviceProtocol", path: "Sources/Shared/DeviceProtocol", swiftSettings: alwaysFast),
    .target(name: "Compositor", dependencies: ["DeviceProtocol", "CCairo", "Raster"]),
    .target(name: "CDeviceSystem", dependencies: ["CChildProcess"]),
    .target(
      name: "Device",
      dependencies: [
        "ChildProcess", "DeviceProtocol", "Compositor", "CDeviceSystem", "LocationSimulation",
        "TraceVocabulary",
      ],
      swiftSettings: alwaysFast),
    .target(
      name: "DeviceWeb",
      dependencies: [
        "CMapGround", "Compositor", "Device", "DeviceProtocol", "GPXFormat", "LocationSimulation",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      resources: [.copy("Page")]),
    .target(
      name: "PlayScript",
      dependencies: [
        "Device", "DeviceProtocol", "GPXFormat", "LocationSimulation", "TraceVocabulary",
        .product(name: "Yams", package: "Yams"),
      ]),
    // The pages of Documentation/Reference, made from the tables that the command uses; the program writes them.
    .target(name: "Reference", dependencies: ["PlayScript", "Device", "TraceVocabulary"]),
    .executableTarget(name: "ReferencePages", dependencies: ["Reference"]),
    .testTarget(name: "ReferenceTests", dependencies: ["Reference", "PlayScript", "carob"]),
    .testTarget(
      name: "DeviceWebTests",
      dependencies: [
        "Compositor", "TestSupport", "DeviceWeb", "Device", "DeviceProtocol", "FakeApp",
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]),
    // Serves canned layers for Tests/PageTests, which look at the page in a real browser.
    .executableTarget(
      name: "PageFixture", dependencies: ["Device", "DeviceWeb", "DeviceProtocol", "Compositor", "CCairo"],
      path: "Tests/PageTests/PageFixture"),
    .systemLibrary(
      name: "CCairo", path: "Sources/Shared/CCairo", pkgConfig: "pangocairo",
      providers: [.apt(["libcairo2-dev", "libpango1.0-dev", "libjpeg-dev"])]),
    // Codecs, blur, perspective and fonts beside Cairo: no Foundation, shared by the SDK and the compositor.
    .target(
      name: "CRaster", dependencies: ["CCairo"], path: "Sources/Shared/CRaster",
      cSettings: [.unsafeFlags(["-O2"])],
      linkerSettings: [
        .linkedLibrary("png"), .linkedLibrary("jpeg"), .linkedLibrary("fontconfig"),
        .linkedLibrary("pangoft2-1.0"),
      ]),
    .target(name: "Raster", dependencies: ["CRaster", "CCairo"], path: "Sources/Shared/Raster"),

    .testTarget(name: "DeviceProtocolTests", dependencies: ["TestSupport", "DeviceProtocol"]),
    // A stand-in for an app, also one that misbehaves, for the tests of the device and of the script.
    .executableTarget(name: "FakeApp", dependencies: ["DeviceProtocol"], path: "Tests/FakeApp"),
    .testTarget(
      name: "DeviceTests",
      dependencies: ["Device", "DeviceProtocol", "DeviceTestSupport", "FakeApp", "TestSupport"]),
    .testTarget(
      name: "PlayScriptTests",
      dependencies: ["TestSupport", "PlayScript", "Device", "DeviceProtocol", "DeviceTestSupport", "FakeApp"]),

    // The SDK
    .target(name: "CVirtualTime", path: "Sources/SDK/CVirtualTime", linkerSettings: [.linkedLibrary("dl")]),
    // Spawns programs that it builds itself, against a library that it builds itself.
    .testTarget(name: "VirtualTimeTests", dependencies: ["ChildProcess"], exclude: ["Programs"]),
    .target(name: "LayoutSolver", path: "Sources/SDK/LayoutSolver"),
    .target(name: "GestureMachines", path: "Sources/SDK/GestureMachines"),
    // The Objective-C names of Swift methods: the translator writes tables with them, apps look in them.
    .target(name: "SelectorNames", path: "Sources/Shared/SelectorNames"),
    .target(name: "NibFormat", path: "Sources/Shared/NibFormat"),
    .target(name: "AssetFormat", path: "Sources/Shared/AssetFormat"),
    // Stands between the process and libdispatch; found first, because it is in the SDK's library.
    .target(
      name: "CDispatchHooks", path: "Sources/SDK/CDispatchHooks", linkerSettings: [.linkedLibrary("dl")]),
    // Variables of a thread, sleeping on a word: what Swift has no words for.
    .target(name: "CThreads", path: "Sources/SDK/CThreads"),
    .target(
      name: "CarobRuntime", dependencies: ["CDispatchHooks", "CThreads", "TraceVocabulary"],
      path: "Sources/SDK/CarobRuntime"),
    // Stands between the process and Foundation's preferences; found first, because it is in the SDK's library.
    .target(
      name: "CPreferenceHooks", path: "Sources/SDK/CPreferenceHooks", linkerSettings: [.linkedLibrary("dl")]),
    // Compares and hashes the objects that Foundation's C part takes for something else; found first, as above.
    .target(
      name: "CEqualityHooks", path: "Sources/SDK/CEqualityHooks", linkerSettings: [.linkedLibrary("dl")]),
    .target(
      name: "CarobFoundation",
      dependencies: ["CarobRuntime", "CPreferenceHooks", "CEqualityHooks", "CThreads", "DeviceProtocol"],
      path: "Sources/SDK/CarobFoundation"),
    // Apps import these as `os`, `OSLog` and `Combine` (an alias that the builder passes). A module of such a name in the build
    // folder would answer `canImport` in the packages that are built beside it. Decisions/0043.
    .target(name: "CarobOS", dependencies: ["CarobFoundation"], path: "Sources/SDK/os"),
    .target(name: "CarobOSLog", dependencies: ["CarobOS"], path: "Sources/SDK/OSLog"),
    .target(
      name: "CarobCombine",
      dependencies: ["CarobFoundation", .product(name: "OpenCombine", package: "OpenCombine")],
      path: "Sources/SDK/Combine"),
    // Cross-import overlays that Swift Testing asks for when a test imports modules of these names.
    .target(name: "_Testing_CoreGraphics", path: "Sources/SDK/_Testing_CoreGraphics"),
    .target(name: "_Testing_UIKit", path: "Sources/SDK/_Testing_UIKit"),
    .target(
      name: "CoreGraphics", dependencies: ["CarobFoundation", "CCairo", "Raster", "_Testing_CoreGraphics"],
      path: "Sources/SDK/CoreGraphics"),
    .target(
      name: "QuartzCore",
      dependencies: [
        "CoreGraphics", "CarobFoundation", "CarobRuntime", "DeviceProtocol",
      ],
      path: "Sources/SDK/QuartzCore"),
    // Below UIKit, which re-exports it (Decisions/0071).
    .target(
      name: "UserNotifications", dependencies: ["CarobFoundation", "CarobRuntime", "DeviceProtocol"],
      path: "Sources/SDK/UserNotifications"),
    .testTarget(
      name: "UserNotificationsTests",
      dependencies: [
        "UserNotifications", "UserNotificationsUI", "CarobFoundation", "CarobRuntime", "DeviceProtocol",
        "TestSupport",
      ]),
    // Traits, colours, fonts, images, paths and text as pictures: below UIKit, which re-exports it (Decisions/0047).
    .target(
      name: "UIKitDrawing",
      dependencies: [
        "QuartzCore", "CoreGraphics", "CarobFoundation", "CarobRuntime", "AssetFormat", "Raster",
      ],
      path: "Sources/SDK/UIKitDrawing",
      swiftSettings: [.unsafeFlags(["-Osize"], .when(configuration: .release))]),
    .target(
      name: "UIKit",
      dependencies: [
        "UIKitDrawing", "UserNotifications", "QuartzCore", "CoreGraphics", "CarobFoundation", "CarobRuntime",
        "DeviceProtocol", "NibFormat", "SelectorNames",
        "LayoutSolver", "GestureMachines", "Raster",
        "_Testing_UIKit", "CStandardStreams",
      ],
      path: "Sources/SDK/UIKit",
      // For speed it takes 7 % longer to build, and an action 5 % fewer instructions (Decisions/0047).
      swiftSettings: [.unsafeFlags(["-Osize"], .when(configuration: .release))]),
    // Stand-ins: times, states and notifications without a sound or a picture.
    .target(
      name: "AudioToolbox", dependencies: ["CarobFoundation", "CarobRuntime"],
      path: "Sources/SDK/AudioToolbox"),
    .target(
      name: "AVFoundation",
      dependencies: ["AudioToolbox", "CarobFoundation", "CarobRuntime", "CoreGraphics", "QuartzCore"],
      path: "Sources/SDK/AVFoundation"),
    .target(
      name: "AVKit", dependencies: ["AVFoundation", "UIKit", "CarobRuntime"], path: "Sources/SDK/AVKit"),
    .target(
      name: "MediaPlayer", dependencies: ["UIKit", "CarobFoundation", "CarobRuntime", "DeviceProtocol"],
      path: "Sources/SDK/MediaPlayer"),
    .target(
      name: "CoreMotion", dependencies: ["CarobFoundation", "CarobRuntime", "DeviceProtocol"],
      path: "Sources/SDK/CoreMotion"),
    .target(
      name: "Contacts", dependencies: ["CarobFoundation", "CarobRuntime"], path: "Sources/SDK/Contacts"),
    .target(
      name: "UniformTypeIdentifiers", dependencies: ["CarobFoundation"],
      path: "Sources/SDK/UniformTypeIdentifiers"),
    // The names from before UTType.
    .target(
      name: "MobileCoreServices", dependencies: ["UniformTypeIdentifiers", "CarobFoundation"],
      path: "Sources/SDK/MobileCoreServices"),
    .testTarget(
      name: "UniformTypeIdentifiersTests",
      dependencies: ["UniformTypeIdentifiers", "MobileCoreServices", "CarobFoundation", "TestSupport"]),
    .target(
      name: "ImageIO", dependencies: ["CoreGraphics", "CarobFoundation"],
      path: "Sources/SDK/ImageIO"),
    .testTarget(
      name: "ImageIOTests", dependencies: ["ImageIO", "CoreGraphics", "CarobFoundation", "TestSupport"]),
    .testTarget(name: "ContactsTests", dependencies: ["Contacts", "CarobFoundation", "TestSupport"]),
    .testTarget(
      name: "CoreMotionTests",
      dependencies: ["CoreMotion", "CarobFoundation", "DeviceProtocol", "TestSupport"]),
    .target(
      name: "UserNotificationsUI", dependencies: ["UIKit", "UserNotifications", "CarobFoundation"],
      path: "Sources/SDK/UserNotificationsUI"),
    // The ground of maps, as a file that the compiler puts into the library (script/make-map-ground).
    .target(name: "CMapGround", path: "Sources/Shared/CMapGround", exclude: ["ground.bin"]),
    .target(
      name: "MapKit",
      dependencies: [
        "CoreLocation", "Contacts", "UIKit", "QuartzCore", "CoreGraphics", "CarobFoundation", "CarobRuntime",
        "CMapGround",
      ],
      path: "Sources/SDK/MapKit"),
    .testTarget(
      name: "MapKitTests",
      dependencies: [
        "UIKitTestSupport", "MapKit", "CoreLocation", "Contacts", "UIKit", "QuartzCore", "CarobFoundation",
        "DeviceProtocol",
        "NibFormat",
        "InterfaceCompiler", "TestSupport",
      ]),
    .testTarget(
      name: "MediaTests", dependencies: ["AVFoundation", "ChildProcess", "MediaScenarios", "TestSupport"]),
    // Run by MediaTests in virtual time: players go by the main thread's run loop.
    .executableTarget(
      name: "MediaScenarios",
      dependencies: ["AVKit", "MediaPlayer", "CarobFoundation", "CarobRuntime", "DeviceProtocol"],
      path: "Tests/MediaScenarios"),
    .target(name: "CStandardStreams", path: "Sources/SDK/CStandardStreams"),
    .target(
      name: "CarobInspection", dependencies: ["CarobFoundation", "CarobRuntime"],
      path: "Sources/SDK/CarobInspection"),

    // Imports every module that apps can import, so that all are made.
    .target(
      name: "CarobSDKModules", dependencies: appModules.map { .byName(name: $0) },
      path: "Sources/SDK/CarobSDKModules"),

    .testTarget(
      name: "NibFormatTests", dependencies: ["TestSupport", "NibFormat", "InterfaceCompiler"]),
    .testTarget(name: "AssetFormatTests", dependencies: ["AssetFormat"]),
    // Puts changes into a target's sources, for Tests/Deep/mutations.
    .executableTarget(
      name: "MutantMaker", dependencies: syntaxProducts, path: "Tests/Deep/MutantMaker",
      swiftSettings: syntaxSettings, linkerSettings: syntaxLinking),
    // The trait that names rules, a log of events, one random generator, damaged input for parsers.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    // A recorder of the journal.
    .target(
      name: "RuntimeTestSupport", dependencies: ["CarobRuntime"], path: "Tests/RuntimeTestSupport"),
    // A device in the test's own process, screens and views that write down what they are told.
    .target(
      name: "UIKitTestSupport",
      dependencies: ["UIKit", "QuartzCore", "CarobFoundation", "DeviceProtocol", "TestSupport"],
      path: "Tests/UIKitTestSupport"),
    // A simulated device around FakeApp.
    .target(
      name: "DeviceTestSupport", dependencies: ["Device", "DeviceProtocol", "FakeApp"],
      path: "Tests/DeviceTestSupport"),
    .testTarget(
      name: "CarobRuntimeTests", dependencies: ["CarobRuntime", "RuntimeTestSupport", "TestSupport"]),
    .testTarget(
      name: "CarobFoundationTests",
      dependencies: [
        "ChildProcess", "TestSupport", "CarobFoundation", "CarobCombine", "CarobFoundationScenarios",
      ]),
    // Run by CarobFoundationTests where a behaviour needs a main thread of its own.
    .executableTarget(
      name: "CarobFoundationScenarios",
      dependencies: ["CarobFoundation", "CarobOSLog", "RuntimeTestSupport"],
      path: "Tests/CarobFoundationScenarios"),
    .testTarget(
      name: "CarobInspectionTests", dependencies: ["CarobInspection", "CarobFoundation", "TestSupport"]),
    .testTarget(name: "LayoutSolverTests", dependencies: ["LayoutSolver", "TestSupport"]),
    .testTarget(name: "GestureMachinesTests", dependencies: ["GestureMachines", "TestSupport"]),
    .testTarget(name: "UIKitLayoutTests", dependencies: ["UIKit", "TestSupport"]),
    .testTarget(
      name: "UIKitTests",
      dependencies: [
        "UIKitTestSupport", "UIKit", "QuartzCore", "CarobFoundation", "DeviceProtocol", "NibFormat",
        "InterfaceCompiler",
        "TestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// In what is ours warnings are errors. A debug build leaves out the compiler's checks of its own work and the index of C modules, together
// about a fifth of its time.
let ours: [SwiftSetting] = [
  .unsafeFlags(["-warnings-as-errors"]),
  .unsafeFlags(
    ["-disable-llvm-verify", "-sil-verify-none", "-index-ignore-clang-modules"].flatMap {
      ["-Xfrontend", $0]
    },
    .when(configuration: .debug)),
]
for target in package.targets where [.regular, .executable, .test].contains(target.type) {
  target.swiftSettings = (target.swiftSettings ?? []) + ours
}
