import Foundation
import Testing

@testable import AppProject

@Suite struct PropertyListFileTests {
  @Test
  func `a binary list with a set, which makes Foundation crash if damaged, is rejected by name`()
    throws
  {
    var bytes = [UInt8](
      try PropertyListSerialization.data(fromPropertyList: ["names": ["one"]], format: .binary, options: 0))
    #expect(
      try PropertyListFile.read(Data(bytes), path: "Info.plist")
        == .dictionary(["names": .array([.string("one")])]))
    // Turns the array with one member into a set with one member.
    let marker = try #require(bytes.lastIndex(of: 0xA1))
    bytes[marker] = 0xC1
    let problem = #expect(throws: ProjectProblem.self) {
      try PropertyListFile.read(Data(bytes), path: "Info.plist")
    }
    #expect(problem?.kind == .malformed && problem?.path == "Info.plist")
    #expect(problem?.message == "the property list holds a set, which no file of a project has")
  }
}
