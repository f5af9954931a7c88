import Foundation
import Testing

@testable import DeviceWeb

@Suite struct RouteFilesTests {
  @Test func `the GPX files of a project are found, and only they are read`() throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("carob-routes-\(UUID())")
    defer { try? FileManager.default.removeItem(at: root) }
    let file = "<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>"
    for path in ["B.gpx", "Tours/A.GPX", "build/C.gpx", ".hidden/D.gpx", "Old.app/E.gpx", "Notes.txt"] {
      let url = root.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.utf8).write(to: url)
    }
    let files = RouteFiles(below: root.path)
    #expect(files.names == ["B.gpx", "Tours/A.GPX"])
    #expect(try files.read("Tours/A.GPX")?.waypoints.count == 1)
    for other in ["Notes.txt", "../B.gpx", "build/C.gpx", "/etc/passwd", ""] {
      #expect(try files.read(other) == nil)
    }
    #expect(RouteFiles(below: nil).names == [])
  }
}
