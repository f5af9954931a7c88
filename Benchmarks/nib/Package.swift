// swift-tools-version: 6.1
import PackageDescription

// A package of its own, over a link to the module's sources, so that measuring needs none of Carob's dependencies.
let package = Package(
  name: "NibBenchmark",
  targets: [
    .target(name: "NibFormat"),
    .executableTarget(name: "NibBenchmark", dependencies: ["NibFormat"]),
  ],
  swiftLanguageModes: [.v6]
)
