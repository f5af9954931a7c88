import Foundation
import TestSupport
import Testing

@testable import AppProject

/// Damaged projects and property lists of the examples are either read or rejected with an error that names
/// the file.
@Suite struct ProjectFuzzTests {
  private static let pieces = [
    "{", "}", "(", ")", ";", "=", ",", "\"", "\\", "\\U", "/*", "*/", "//", "<", ">", "<0a",
    "isa = PBXGroup;",
    "objects = {", "children = (", "path = ../..;", "$(SRCROOT)", "$(A:c99extidentifier)", "A = $(A)",
    "A = \"$(B)$(B)\"; B = \"$(C)$(C)\"; C = \"$(A_$(B))\";", "$($($(", "$(", "${", ")))",
    "\u{0}", "é",
    "<dict>", "</dict>", "<key>", "<array>", "<string>", "<integer>", "<date>", "<data>", "<plist>",
    "bplist00",
    "<<<<<<< HEAD\n", "\r", "\u{FEFF}",
  ]

  @Test func `a damaged project file is read or rejected with an error that names it`() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/A.xcodeproj/project.pbxproj"
    let samples = Fuzzing.files(in: "Examples", endings: [".pbxproj"], atMost: 40_000)
    try Fuzzing.run("project-files", samples, pieces: Self.pieces, rounds: 20) { input, _ in
      try folder.write("A.xcodeproj/project.pbxproj", input.text)
      do {
        let project = try Project.read(folder.path + "/A.xcodeproj")
        for target in project.targets {
          _ = target.buildSettings(.debug)["PRODUCT_NAME"]
          _ = target.compilationConditions(.debug)
          _ = target.infoPlistPath()
          _ = project.dependencies(of: target)
          for problem in target.problems { #expect(problem.path.hasPrefix("/") && !problem.message.isEmpty) }
        }
      } catch let problem as ProjectProblem {
        #expect(problem.path == file || problem.path.hasPrefix(folder.path), "\(problem)")
        #expect(!problem.message.isEmpty)
      }
    }
  }

  @Test func `a damaged property list is read or rejected with an error that names it`() throws {
    let written = Fuzzing.files(in: "Examples", endings: [".plist", "Contents.json"])
    let binary = try written.filter { $0.name.hasSuffix(".plist") }.map {
      let list = try PropertyListSerialization.propertyList(from: Data($0.bytes), format: nil)
      return FuzzInput(
        $0.name,
        Array(try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)))
    }
    let old = Fuzzing.files(in: "Examples/HelloEvents", endings: [".pbxproj"])
    try Fuzzing.run("property-lists", written + binary + old, pieces: Self.pieces, rounds: 120) { input, _ in
      do {
        _ = try PropertyListFile.read(Data(input.bytes), path: input.name)
      } catch let problem as ProjectProblem {
        #expect(problem.path == input.name && !problem.message.isEmpty)
      }
      do throws(OpenStepParser.Failure) {
        _ = try OpenStepParser.parse(input.text)
      } catch {
        #expect(error.line >= 1 && !error.message.isEmpty)
      }
    }
  }
}
