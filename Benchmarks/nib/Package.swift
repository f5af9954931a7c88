// swift-tools-version: 6.1
import PackageDescription

// A separate package with links to the modules' sources, so that the benchmark needs none of Carob's
// dependencies.
let package = Package(
  name: "NibBenchmark",
  targets: [
    .target(name: "NibFormat"),
    .target(name: "InterfaceCompiler", dependencies: ["NibFormat"]),
    .executableTarget(name: "NibBenchmark", dependencies: ["NibFormat", "InterfaceCompiler"]),
  ],
  swiftLanguageModes: [.v6]
)
