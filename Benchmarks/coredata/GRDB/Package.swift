// swift-tools-version: 6.1
import PackageDescription

// The same tables and work with GRDB's records, in a separate package, because GRDB does not build together
// with the SDK's modules.
let package = Package(
  name: "GRDBPeer",
  dependencies: [.package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0")],
  targets: [
    .executableTarget(name: "GRDBPeer", dependencies: [.product(name: "GRDB", package: "GRDB.swift")])
  ])
