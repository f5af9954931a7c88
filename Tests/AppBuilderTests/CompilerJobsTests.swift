import Foundation
import TestSupport
import Testing

@testable import AppBuilder

/// The driver's plan, from what it prints.
@Suite struct CompilerJobsTests {
  private static let printed = """
    /t/swift-frontend -frontend -c '/p/My App/A.swift' /p/B.swift -module-name 'It'\\''s' -o /tmp/x-1.o
    /t/swift-autolink-extract /tmp/x-1.o -o /tmp/x-2.autolink
    /t/clang -shared /t/swiftrt.o /tmp/x-1.o @/tmp/x-2.autolink -lswiftCore -o /p/libA.so

    """
  private static let several = """
    /t/swift-frontend -frontend -emit-module /p/A.swift /p/B.swift -module-name M -o /p/M.swiftmodule
    /t/swift-frontend -frontend -c -primary-file /p/A.swift -primary-file /p/B.swift /p/main.swift -o /o/A.o -o /o/B.o
    /t/swift-autolink-extract /o/A.o /o/B.o -o /tmp/x.autolink
    /t/clang -shared /o/A.o /o/B.o @/tmp/x.autolink -o /p/libM.so
    """

  /// As `clang -###`.
  private static func clang(_ command: [String]) -> String {
    let words = command.dropFirst().dropLast().map { "\"\($0)\"" }
    return
      "clang version 21\nThread model: posix\n \"/t/ld.lld\" \"\\$ORIGIN\" \(words.joined(separator: " "))\n"
  }

  @Test func `a module's compiler and linker are taken from the plan, with a file for the object`() throws {
    let jobs = try #require(CompilerJobs(printed: Self.printed, object: "/p/code.o", expand: Self.clang))
    #expect(
      jobs.compile == [
        "/t/swift-frontend", "-frontend", "-c", "/p/My App/A.swift", "/p/B.swift", "-module-name", "It's",
        "-o",
        "/p/code.o",
      ])
    #expect(
      jobs.link(with: ["-la", "-lb"]) == [
        "/t/ld.lld", "$ORIGIN", "-shared", "/t/swiftrt.o", "/p/code.o", "-la", "-lb", "-lswiftCore", "-o",
        "/p/libA.so",
      ])
    #expect(jobs.extractor == "/t/swift-autolink-extract")
  }

  @Test func `some of a module's sources are compiled with the others as context`() throws {
    let jobs = try #require(CompilerJobs(printed: Self.several, object: nil, expand: Self.clang))
    #expect(jobs.objects == ["/o/A.o", "/o/B.o"])
    #expect(jobs.emitModule?.contains("-emit-module") == true)
    #expect(
      jobs.compile(only: ["/p/B.swift"]) == [
        "/t/swift-frontend", "-frontend", "-c", "/p/A.swift", "-primary-file", "/p/B.swift", "/p/main.swift",
        "-o",
        "/o/B.o",
      ])
    #expect(jobs.compile(only: ["/p/C.swift"]) == nil)
  }

  @Test(arguments: [
    ("a warning of the driver", "warning: unknown option\n" + printed),
    ("two compilers", printed + printed),
    ("a list of arguments in a file", printed.replacing("/p/B.swift", with: "@/tmp/list.resp")),
    ("a list of sources in a file", printed.replacing("-c ", with: "-c -primary-filelist /tmp/list ")),
    (
      "a list of outputs in a file",
      printed.replacing("-c ", with: "-c -supplementary-output-file-map /tmp/map ")
    ),
    ("no libraries", printed.replacing("@/tmp/x-2.autolink ", with: "")),
    ("another linker", printed.replacing("/t/clang", with: "/t/gcc")),
    ("nothing", ""),
  ])
  func `any other plan is left to the driver`(_ what: String, _ printed: String) {
    #expect(CompilerJobs(printed: printed, object: "/p/code.o", expand: Self.clang) == nil, "\(what)")
  }

  @Test func `a plan of another linker is left to the driver`() {
    let jobs = CompilerJobs(printed: Self.printed, object: "/p/code.o") {
      Self.clang($0).replacing("ld.lld", with: "ld.gold")
    }
    #expect(jobs == nil)
  }

  @Test func `a section of an object file is found by its name, and damaged files have none`() throws {
    let folder = try TemporaryFolder()
    var file = [UInt8](repeating: 0, count: 64 + 2 * 64 + 24)
    func put<Value: FixedWidthInteger>(_ value: Value, at offset: Int) {
      withUnsafeBytes(of: value.littleEndian) { file.replaceSubrange(offset..<offset + $0.count, with: $0) }
    }
    file.replaceSubrange(0..<6, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
    put(64 as UInt64, at: 0x28)
    put(64 as UInt16, at: 0x3A)
    put(2 as UInt16, at: 0x3C)
    put(1 as UInt16, at: 0x3E)
    // The first section, ".list", has four bytes; the second has the names.
    let contents = 64 + 2 * 64
    put(UInt64(contents), at: 64 + 0x18)
    put(4 as UInt64, at: 64 + 0x20)
    put(6 as UInt32, at: 128)
    put(UInt64(contents + 8), at: 128 + 0x18)
    put(16 as UInt64, at: 128 + 0x20)
    file.replaceSubrange(contents..<contents + 4, with: Array("-lab".utf8))
    file.replaceSubrange(contents + 8..<contents + 8 + 14, with: Array(".list\u{0}.names\u{0}\u{0}".utf8))
    let path = folder.path + "/code.o"
    func section(_ name: String, of bytes: [UInt8]) throws -> String? {
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return ObjectFile.section(name, of: path).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(try section(".list", of: file) == "-lab")
    #expect(try section(".lis", of: file) == nil)
    for length in 0..<file.count - 2 { _ = try section(".list", of: Array(file[..<length])) }
    for place in file.indices {
      var damaged = file
      damaged[place] = 0xFF
      _ = try section(".list", of: damaged)
    }
    #expect(ObjectFile.section(".list", of: folder.path + "/none.o") == nil)
  }
}
