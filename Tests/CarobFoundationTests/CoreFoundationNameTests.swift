import CarobFoundation
import Testing

@Suite struct CoreFoundationNameTests {
  @Test func `Core Foundation type names can be used for variables and functions`() {
    let url: CFURL = NSURL(fileURLWithPath: "/a")
    let data: CFData = NSData(data: Data([1, 2]))
    func keys(_ options: CFDictionary) -> [String] { options.allKeys.compactMap { $0 as? String } }
    #expect((url as URL).path == "/a" && (data as Data).count == 2)
    #expect(keys(NSDictionary(dictionary: ["key": 1])) == ["key"])
  }
}
