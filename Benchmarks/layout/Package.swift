// swift-tools-version: 6.1
import PackageDescription

// A separate package with a link to the module's sources, so that the benchmark needs none of Carob's
// dependencies.
let package = Package(
  name: "LayoutBenchmark",
  targets: [
    .target(name: "LayoutSolver"),
    .executableTarget(name: "LayoutBenchmark", dependencies: ["LayoutSolver"]),
  ],
  swiftLanguageModes: [.v6]
)
