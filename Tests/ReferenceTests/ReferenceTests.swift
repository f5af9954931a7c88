import Foundation
import PlayScript
import Reference
import Testing

/// The pages of `Documentation/Reference`, and that what they say is so.
@Suite struct ReferenceTests {
  private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private func commandHelp() throws -> Data {
    let own = URL(
      fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    let process = Process()
    process.executableURL = own.deletingLastPathComponent().appendingPathComponent("carob")
    process.arguments = ["--experimental-dump-help"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    defer { process.waitUntilExit() }
    return output.fileHandleForReading.readDataToEndOfFile()
  }

  @Test func `the committed pages are what make reference writes`() throws {
    for page in try Reference.pages(commandHelp: commandHelp()) {
      let file = root.appendingPathComponent(Reference.folder).appendingPathComponent(page.name)
      let committed = try String(contentsOf: file, encoding: .utf8)
      #expect(committed == page.text, "\(page.name) is stale: run make reference")
    }
  }

  @Test(arguments: StepCatalog.all.map(\.name))
  func `the example of a step is read as that step`(name: String) throws {
    let step = try #require(StepCatalog.named(name))
    let script = try ScriptParser().parse(step.example, file: "\(name).yml")
    #expect(script.steps.allSatisfy { $0.name == name })
    #expect(!script.steps.isEmpty)
  }

  @Test func `every step has a purpose, its keys are told apart, and what it takes is described`() {
    for step in StepCatalog.all {
      #expect(!step.purpose.isEmpty)
      #expect(step.value != nil || !step.arguments.isEmpty, "\(step.name)")
      #expect(Set(step.arguments.map(\.name)).count == step.arguments.count, "\(step.name)")
    }
    #expect(
      Set(StepCatalog.names + StepCatalog.unavailable).count == StepCatalog.names.count
        + StepCatalog.unavailable.count)
  }
}
