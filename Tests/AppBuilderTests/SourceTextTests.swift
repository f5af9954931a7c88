import Foundation
import Testing

@testable import AppBuilder

/// The encodings of Swift files that are accepted: the compiler's.
struct SourceTextTests {
  private func problem(_ bytes: [UInt8]) -> BuildDiagnostic? {
    do throws(BuildError) {
      _ = try SourceText.decode(Data(bytes), path: "/App/A.swift")
      return nil
    } catch {
      return error.diagnostics.first
    }
  }

  @Test func `a UTF-8 byte-order mark is not part of the text`() throws {
    #expect(try SourceText.decode(Data([0xEF, 0xBB, 0xBF] + Array("é".utf8)), path: "") == "é")
    #expect(try SourceText.decode(Data(), path: "") == "")
  }

  @Test func `a UTF-16 file is rejected in either byte order`() {
    for mark in [[0xFF, 0xFE, 0x61, 0], [0xFE, 0xFF, 0, 0x61]] as [[UInt8]] {
      let problem = problem(mark)
      #expect(problem?.path == "/App/A.swift")
      #expect(problem?.message.hasPrefix("the file is in UTF-16;") == true)
    }
  }

  @Test func `the location of the first byte that is not UTF-8 is reported`() {
    let problem = problem(Array("// café\nlet a = \"é".utf8) + [0xE9] + Array("\"\n".utf8))
    #expect(problem?.line == 2)
    #expect(problem?.column == 12)
    #expect(problem?.message.hasPrefix("a byte that is not UTF-8;") == true)
    // An incomplete character after a byte-order mark.
    #expect(self.problem([0xEF, 0xBB, 0xBF, 0x61, 0xC3])?.column == 2)
  }

  @Test func `an error for a missing file names it`() {
    #expect(throws: BuildError.self) { try SourceText.read("/nowhere/A.swift") }
  }
}
