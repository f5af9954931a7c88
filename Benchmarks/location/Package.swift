// swift-tools-version: 6.1
import PackageDescription

// A separate package with links to the modules' sources, so that the benchmark needs none of Carob's
// dependencies.
let package = Package(
  name: "LocationBenchmark",
  targets: [
    .target(name: "CGeodesics", cxxSettings: [.unsafeFlags(["-O2"])]),
    .target(name: "DeviceProtocol"),
    .target(name: "LocationSimulation", dependencies: ["CGeodesics", "DeviceProtocol"]),
    .executableTarget(name: "LocationBenchmark", dependencies: ["LocationSimulation", "DeviceProtocol"]),
  ],
  swiftLanguageModes: [.v6]
)
