import Testing

@testable import Device

/// Which part of an app's standard error is passed through: everything except what only the report of a crash needs.
struct StandardErrorFilterTests {
  /// The part of a text that is passed through, if it arrives in pieces of `pieces` bytes.
  private func passed(_ text: String, pieces: Int = .max, isOff: Bool = false) -> String {
    var filter = StandardErrorFilter()
    filter.isOff = isOff
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      result += Array(rest.prefix(pieces)).withUnsafeBytes { filter.pass($0) }
      rest = rest.dropFirst(pieces)
    }
    return String(decoding: result + filter.rest(), as: UTF8.self)
  }

  private let crash = """
    one
    Fatal error: two

    *** Program crashed: Illegal instruction at 0x1 ***

    0 0x1 f() in libX.so

    """

  @Test(arguments: [1, 2, 3, 7, 4096])
  func `the runtime's backtrace and the empty line before it are removed`(pieces: Int) {
    #expect(passed(crash, pieces: pieces) == "one\nFatal error: two\n")
  }

  @Test func `the backtrace is passed through on request`() {
    #expect(passed(crash, isOff: true) == crash)
  }

  @Test(arguments: [1, 4096])
  func `frames that the app prints are removed, line by line`(pieces: Int) {
    #expect(passed("a\ncarob: frame\t/x.so\tff\ncarob: frame\t/y.so\t1\nb\n", pieces: pieces) == "a\nb\n")
  }

  @Test(arguments: [1, 4096])
  func `a line that only begins like a frame is passed through`(pieces: Int) {
    for text in [
      "carob: fran\n", "*** Signal", "*** Signs\n", "carob: frame", "\n\n", "\n\nx\n\n", "*",
      "a *** Signal \n",
    ] {
      #expect(passed(text, pieces: pieces) == text)
    }
  }

  @Test func `an incomplete line is passed through as soon as it cannot be a frame`() {
    var filter = StandardErrorFilter()
    let first = Array("*** Sig".utf8).withUnsafeBytes { filter.pass($0) }
    let second = Array("ma".utf8).withUnsafeBytes { filter.pass($0) }
    #expect(first == [])
    #expect(second == Array("*** Sigma".utf8))
  }
}
