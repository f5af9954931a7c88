// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "OpenCombinePeer",
  dependencies: [.package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0")],
  targets: [
    .executableTarget(
      name: "OpenCombinePeer", dependencies: [.product(name: "OpenCombine", package: "OpenCombine")])
  ]
)
