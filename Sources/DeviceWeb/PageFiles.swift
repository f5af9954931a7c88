import CMapGround
import FlyingFox
import Foundation

/// The page's own files, read from the resources beside the program.
///
/// Only the names in `types` are served; the path of a request is never used as a path in the file system.
struct PageFiles: Sendable {
  private let folder: URL

  static let types: [String: String] = [
    "index.html": "text/html; charset=utf-8",
    "page.css": "text/css; charset=utf-8",
    "main.js": "text/javascript; charset=utf-8",
    "accessibility.js": "text/javascript; charset=utf-8",
    "menu.js": "text/javascript; charset=utf-8",
    "animations.js": "text/javascript; charset=utf-8",
    "clock.js": "text/javascript; charset=utf-8",
    "connection.js": "text/javascript; charset=utf-8",
    "events.js": "text/javascript; charset=utf-8",
    "input.js": "text/javascript; charset=utf-8",
    "layers.js": "text/javascript; charset=utf-8",
    "location.js": "text/javascript; charset=utf-8",
    "map.js": "text/javascript; charset=utf-8",
    "metrics.js": "text/javascript; charset=utf-8",
    "frames.js": "text/javascript; charset=utf-8",
    "motion.js": "text/javascript; charset=utf-8",
    "notifications.js": "text/javascript; charset=utf-8",
    "overlay.js": "text/javascript; charset=utf-8",
    "phone.js": "text/javascript; charset=utf-8",
    "style.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
    ground: "application/octet-stream",
  ]
  /// The land masses of the small map, in the format of script/make-map-ground; compiled into the program.
  private static let ground = "ground.bin"

  /// - Parameter folder: the folder of the files; nil looks beside the program, then in the sources.
  init(folder: URL?) throws(PageServerError) {
    let beside = Bundle.main.bundleURL.appending(path: "Carob_DeviceWeb.resources/Page")
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Page")
    let candidates = folder.map { [$0] } ?? [beside, sources]
    guard
      let found = candidates.first(where: {
        FileManager.default.fileExists(atPath: $0.appending(path: "index.html").path)
      })
    else { throw .pageMissing(candidates.map(\.path)) }
    self.folder = found
  }

  func response(for name: String) -> HTTPResponse? {
    guard let type = Self.types[name],
      let data = name == Self.ground
        ? Data(bytes: carob_map_ground_bytes(), count: carob_map_ground_length)
        : try? Data(contentsOf: folder.appending(path: name))
    else { return nil }
    var headers = Self.safetyHeaders
    headers[.contentType] = type
    return HTTPResponse(statusCode: .ok, headers: headers, body: data)
  }

  /// The page loads nothing from other hosts, cannot be framed, and does not leak the token in `Referer`.
  static var safetyHeaders: HTTPHeaders {
    [
      .cacheControl: "no-store",
      HTTPHeader("Content-Security-Policy"): """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
      connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """,
      HTTPHeader("X-Content-Type-Options"): "nosniff",
      HTTPHeader("Referrer-Policy"): "no-referrer",
      HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
    ]
  }
}
