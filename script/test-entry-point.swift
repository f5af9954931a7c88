import Testing
import XCTest

// The entry point of all tests in CI (script/test).

@main struct TestMain {
  static func main() async {
    if CommandLine.arguments.contains("swift-testing") { await Testing.__swiftPMEntryPoint() as Never }
    XCTMain([])
  }
}
