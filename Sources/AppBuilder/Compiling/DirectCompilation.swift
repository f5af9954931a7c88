import AppProject
import Foundation
import Synchronization

/// Builds a module by starting the compiler and the linker as the driver would, but without it.
struct DirectCompilation {
  var driver: CompilerDriver
  /// The calls of the driver that would build the module in one process: one, or one for compiling and one for
  /// linking.
  var calls: [[String]]
  /// Identifies the compiler and everything else that the driver's plan depends on.
  var circumstances: String
  /// The file for the object of a module that has one.
  var object: String?

  /// The output of both processes; `nil` if the driver does something else for these arguments, or if its
  /// report is needed: for anything but errors in the sources.
  ///
  /// - Parameter sources: the sources to compile; `nil` for all.
  func run(only sources: [String]? = nil) throws -> CommandRunner.Output? {
    do {
      return try compileAndLink(only: sources)
    } catch {
      forgetPlan()
      throw error
    }
  }

  private func compileAndLink(only sources: [String]?) throws -> CommandRunner.Output? {
    guard var jobs = try jobs(), let command = sources.map({ jobs.compile(only: Set($0)) }) ?? jobs.compile
    else { return nil }
    // What other modules import does not depend on the bodies of functions.
    let module = sources == nil ? jobs.emitModule.map { Concurrently($0, by: driver) } : nil
    let compiled = Result { try driver.start(command, name: "compile") }
    let emitted = module?.result()
    let output = try compiled.get()
    guard output.status == 0 else {
      // An error without a place is not one in the sources.
      return output.status == 1 && output.text.contains(/:[1-9][0-9]*:[0-9]+: error:/) ? output : nil
    }
    if let emitted, try emitted.get().status != 0 { return nil }
    guard let libraries = try libraries(&jobs) else { return nil }
    let linked = try driver.start(jobs.link(with: libraries), name: "link")
    let lacksEntryPoint = linked.text.contains("symbol not found: \(CompilerArguments.entryPoint)")
    guard linked.status == 0 || lacksEntryPoint else {
      forgetPlan()
      return nil
    }
    return CommandRunner.Output(status: linked.status, text: output.text + linked.text)
  }

  /// The process that writes the module for other modules, beside the one that compiles.
  private final class Concurrently: Sendable {
    private let output = Mutex<Result<CommandRunner.Output, any Error>?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    init(_ command: [String], by driver: CompilerDriver) {
      Thread.detachNewThread {
        let result = Result { try driver.start(command, name: "emit-module") }
        self.output.withLock { $0 = result }
        self.ended.signal()
      }
    }

    /// Waits for its end. Call it once.
    func result() -> Result<CommandRunner.Output, any Error>? {
      ended.wait()
      return output.withLock { $0 }
    }
  }

  // MARK: The plan

  /// A plan, and the arguments from which the driver made it.
  private struct Kept: Codable {
    var key: String
    var jobs: CompilerJobs?
  }

  private var file: String { driver.folder + "/jobs.json" }

  /// Makes the next build ask the driver again, because something that the plan names may be gone.
  private func forgetPlan() { try? FileManager.default.removeItem(atPath: file) }

  private var key: String {
    var hash = StableHash()
    hash.add(circumstances)
    hash.add(driver.swiftc)
    for call in calls {
      hash.add("\(call.count)")
      for argument in call { hash.add(argument) }
    }
    return hash.hex
  }

  private func jobs() throws -> CompilerJobs? {
    let key = key
    if let data = FileManager.default.contents(atPath: file),
      let kept = try? JSONDecoder().decode(Kept.self, from: data), kept.key == key
    {
      return kept.jobs
    }
    // The driver of the linker checks that its inputs exist.
    if let object, !AbsolutePath.exists(object) { try Data().write(to: URL(fileURLWithPath: object)) }
    let printed = try calls.map { try driver.plan($0) }.joined(separator: "\n")
    let jobs = try CompilerJobs(printed: printed, object: object) { command in
      let planned = try driver.start(command, name: "plan-link")
      return planned.status == 0 ? planned.text : ""
    }
    try write(Kept(key: key, jobs: jobs))
    return jobs
  }

  private func write(_ kept: Kept) throws {
    try JSONEncoder().encode(kept).write(to: URL(fileURLWithPath: file), options: .atomic)
  }

  // MARK: Libraries

  /// The linker's arguments for the libraries that the objects name: those of the modules that are imported.
  private func libraries(_ jobs: inout CompilerJobs) throws -> [String]? {
    var hash = StableHash()
    for object in jobs.objects {
      guard let names = ObjectFile.section(".swift1_autolink_entries", of: object) else { return nil }
      names.withUnsafeBytes { hash.add($0) }
    }
    if let known = jobs.libraries, known.key == hash.hex { return known.arguments }
    let list = driver.folder + "/libraries.txt"
    let extracted = try driver.start([jobs.extractor] + jobs.objects + ["-o", list], name: "libraries")
    guard extracted.status == 0, let data = FileManager.default.contents(atPath: list) else { return nil }
    let text = String(decoding: data, as: UTF8.self).replacing("\n", with: " ")
    let arguments = CompilerJobs.words(in: text[...])
    // The driver of the linker would convert other options.
    guard arguments.allSatisfy({ $0.hasPrefix("-l") }) else { return nil }
    jobs.libraries = CompilerJobs.Libraries(key: hash.hex, arguments: arguments)
    try write(Kept(key: key, jobs: jobs))
    return arguments
  }
}
