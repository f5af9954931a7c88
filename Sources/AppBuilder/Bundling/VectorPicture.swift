import AppProject
import Foundation

/// A vector picture (PDF, SVG) in an asset catalog; the build rasterizes it, as Xcode does.
struct VectorPicture {
  /// The programs that rasterize them, with the Debian packages that contain them.
  private static let painters = [
    "pdf": (program: "pdftocairo", package: "poppler-utils"),
    "svg": (program: "rsvg-convert", package: "librsvg2-bin"),
  ]
  /// The scales of the devices' screens.
  static let scales = [2, 3]

  var path: String
  private var painter: (program: String, package: String)

  /// Returns nil for bitmap pictures.
  init?(_ path: String) {
    guard let painter = Self.painters[AbsolutePath.ending(path).lowercased()] else { return nil }
    self.path = path
    self.painter = painter
  }

  /// A description of the missing program; `nil` if it is installed.
  var missing: String? {
    Self.isInstalled(painter.program)
      ? nil : "\(painter.program) is needed to draw this picture; install Debian's \(painter.package)"
  }

  private static func isInstalled(_ program: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: $0 + "/" + program)
    }
  }

  /// Draws the first page at the given number of pixels per point.
  /// - Throws: `BuildError` with the file's name and the program's output.
  func png(scale: Int) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let stem = folder.appendingPathComponent("picture").path
    let arguments =
      painter.program == "pdftocairo"
      ? ["-png", "-transp", "-singlefile", "-cropbox", "-r", String(72 * scale), path, stem]
      : ["--zoom", String(scale), "--format", "png", "--output", stem + ".png", path]
    let output = try CommandRunner.run(painter.program, arguments)
    guard output.status == 0, let data = FileManager.default.contents(atPath: stem + ".png") else {
      let said = output.text.split(separator: "\n").first.map { ": \($0)" } ?? ""
      throw BuildError(.project, "this picture cannot be drawn\(said)", path: path)
    }
    return Array(data)
  }
}
