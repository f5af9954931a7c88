internal import CXML2
import Foundation
import LocationSimulation

/// Reads GPX as a stream, without building a tree.
///
/// libxml2 calls it for each element and text, on the calling thread, during `read`.
// OPTIMIZATION: FoundationXML makes a String of every name and a Dictionary of every element's attributes, which takes four times as
// long for a day of fixes.
final class GPXReader {
  private enum Element: Equatable {
    case gpx, track, segment, route
    /// A waypoint, a point of a track, or one of a route.
    case point
    case elevation, time, name
    case other
  }

  private var file: GPXFile
  private var failure: GPXError?
  /// The open elements.
  private var open: [Element] = []
  /// The current point, and how many elements are open including the point's own.
  private var point: GPXFile.Point?
  private var pointDepth = 0
  private var text: [UInt8] = []
  private let parser: xmlParserCtxtPtr
  private let names: Names

  /// Larger files are refused.
  private static let maximumSize = 256 << 20
  private static let maximumDepth = 64

  static func read(_ data: Data, path: String) throws(GPXError) -> GPXFile {
    func failure(_ message: String) -> GPXError { GPXError(path: path, line: 1, column: 1, message: message) }
    guard !data.isEmpty else { throw failure("the file is empty") }
    guard data.count <= maximumSize else { throw failure("the file is larger than 256 MB") }
    let head = String(decoding: data.prefix(4096), as: UTF8.self)
    let declared = head.firstMatch(of: /<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"'>]*)["']/).map {
      String($0.1)
    }
    let isForeign =
      data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) || head.contains("\0")
    if isForeign || !["utf-8", "utf8", "us-ascii", "ascii"].contains((declared ?? "utf-8").lowercased()) {
      throw failure(
        "GPX files are read in UTF-8, and this one is in \(isForeign ? "UTF-16" : declared ?? ""); save it as UTF-8"
      )
    }
    // The parser keeps a copy.
    let parser = data.withUnsafeBytes { bytes in
      xmlCreateMemoryParserCtxt(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
    }
    guard let parser else { throw failure("not enough memory to read the file") }
    defer { xmlFreeParserCtxt(parser) }
    let reader = GPXReader(path, parser)
    reader.parse()
    if let failure = reader.failure { throw failure }
    guard parser.pointee.wellFormed == 1, reader.open.isEmpty else {
      throw GPXError(
        path: path, line: reader.line, column: reader.column, message: "the file is not complete XML")
    }
    return reader.file
  }

  private init(_ path: String, _ parser: xmlParserCtxtPtr) {
    file = GPXFile(path: path)
    self.parser = parser
    names = Names(parser)
  }

  // MARK: The parser

  private func parse() {
    _ = xmlCtxtUseOptions(parser, Int32(XML_PARSE_NONET.rawValue))
    // Only these functions are called: no tree is built, and no entity is defined.
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = { context, name, prefix, _, _, _, count, _, attributes in
      GPXReader.of(context).start(name, prefix, attributes, Int(count))
    }
    handler.endElementNs = { context, _, _, _ in GPXReader.of(context).end() }
    handler.characters = { context, characters, count in GPXReader.of(context).take(characters, Int(count)) }
    handler.cdataBlock = handler.characters
    handler.internalSubset = { context, _, _, _ in
      GPXReader.of(context).fail("GPX files have no document type declaration")
    }
    handler.serror = { context, error in
      guard let error else { return }
      GPXReader.of(context).take(error.pointee)
    }
    // The context's own handler is freed with it.
    parser.pointee.sax.pointee = handler
    parser.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    _ = xmlParseDocument(parser)
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> GPXReader {
    guard let context else { preconditionFailure("the XML parser calls without its reader") }
    return Unmanaged<GPXReader>.fromOpaque(context).takeUnretainedValue()
  }

  private var line: Int { max(1, Int(xmlSAX2GetLineNumber(parser))) }
  private var column: Int { max(1, Int(xmlSAX2GetColumnNumber(parser))) }

  private func fail(_ message: String) {
    guard failure == nil else { return }
    // NB: the parser continues, and its calls are ignored. xmlStopParser would free text that its functions on the stack still use.
    failure = GPXError(path: file.path, line: line, column: column, message: message)
  }

  /// Names in the parser's dictionary, which interns them, so that they can be compared by address.
  private struct Names {
    private let elements: [(xmlName, Element)]
    let latitude, longitude: xmlName
    let waypoint, trackPoint, routePoint: xmlName

    init(_ parser: xmlParserCtxtPtr) {
      func name(_ text: String) -> xmlName { xmlDictLookup(parser.pointee.dict, text, -1) }
      (waypoint, trackPoint, routePoint) = (name("wpt"), name("trkpt"), name("rtept"))
      (latitude, longitude) = (name("lat"), name("lon"))
      // The most frequent first.
      elements = [
        (trackPoint, .point), (name("ele"), .elevation), (name("time"), .time), (name("name"), .name),
        (waypoint, .point), (routePoint, .point), (name("trkseg"), .segment), (name("trk"), .track),
        (name("rte"), .route), (name("gpx"), .gpx),
      ]
    }

    func element(_ name: xmlName) -> Element {
      for (known, element) in elements where known == name { return element }
      return .other
    }
  }
  private typealias xmlName = UnsafePointer<UInt8>?

  // MARK: The parser's calls

  private func start(
    _ name: xmlName, _ prefix: xmlName, _ attributes: UnsafeMutablePointer<xmlName>?, _ count: Int
  ) {
    guard failure == nil else { return }
    guard open.count < Self.maximumDepth else {
      return fail("elements are nested deeper than \(Self.maximumDepth)")
    }
    let element = names.element(name)
    if open.isEmpty, element != .gpx {
      return fail("this is not a GPX file: its root element is <\(Self.string(name))>, not <gpx>")
    }
    switch (open.last, element) {
    case (.gpx, .track): file.tracks.append([])
    case (.gpx, .route): file.routes.append([])
    case (.gpx, .point) where name == names.waypoint, (.segment, .point) where name == names.trackPoint,
      (.route, .point) where name == names.routePoint:
      point = readPoint(name, attributes, count)
      pointDepth = open.count + 1
    default: break
    }
    open.append(element)
    if isInPart { text.removeAll(keepingCapacity: true) }
  }

  private func readPoint(
    _ name: xmlName, _ attributes: UnsafeMutablePointer<xmlName>?, _ count: Int
  ) -> GPXFile.Point? {
    var (latitude, longitude): (GPXText.Bytes?, GPXText.Bytes?)
    for index in 0..<count {
      // Name, prefix, namespace, begin and end of the value.
      guard let attributes, attributes[index * 5 + 1] == nil, let begin = attributes[index * 5 + 3],
        let end = attributes[index * 5 + 4]
      else { continue }
      let value = UnsafeBufferPointer(start: begin, count: end - begin)[...]
      if attributes[index * 5] == names.latitude { latitude = value }
      if attributes[index * 5] == names.longitude { longitude = value }
    }
    func degrees(_ key: String, _ value: GPXText.Bytes?, _ limit: Double) -> Double? {
      guard let value else {
        fail("<\(Self.string(name))> has no \(key)=\"…\"")
        return nil
      }
      guard let number = GPXText.number(GPXText.trimmed(value)), abs(number) <= limit else {
        fail(
          "\(key)=\"\(GPXText.string(value))\" is not a number of degrees from -\(Int(limit)) to \(Int(limit))"
        )
        return nil
      }
      return number
    }
    guard let latitude = degrees("lat", latitude, 90), let longitude = degrees("lon", longitude, 180) else {
      return nil
    }
    return GPXFile.Point(point: GeographicPoint(latitude: latitude, longitude: longitude), line: line)
  }

  private func take(_ characters: xmlName, _ count: Int) {
    guard failure == nil, isInPart, let characters else { return }
    text.append(contentsOf: UnsafeBufferPointer(start: characters, count: count))
  }

  /// Whether the innermost open element is a direct child of a point. The text of deeper elements is not part of its value.
  private var isInPart: Bool { point != nil && open.count == pointDepth + 1 }

  private func end() {
    guard failure == nil, let element = open.popLast(), point != nil else { return }
    if open.count == pointDepth {
      text.withUnsafeBufferPointer { endPart(element, GPXText.trimmed($0[...])) }
      text.removeAll(keepingCapacity: true)
    } else if open.count == pointDepth - 1 {
      endPoint()
    }
  }

  /// Takes the value of a direct child of a point.
  private func endPart(_ element: Element, _ value: GPXText.Bytes) {
    switch element {
    case .elevation:
      guard let number = GPXText.number(value), number.isFinite else {
        return fail("<ele>\(GPXText.string(value))</ele> is not a number of metres")
      }
      point?.elevation = number
    case .time:
      guard let time = GPXText.seconds(value) else {
        return fail("<time>\(GPXText.string(value))</time> is not a time like 2026-01-01T09:41:00Z")
      }
      point?.time = time
    case .name: point?.name = GPXText.string(value)
    default: break
    }
  }

  private func endPoint() {
    guard let point else { return }
    self.point = nil
    switch open.last {
    // A segment outside a track, and a route outside the root, are ignored.
    case .segment: if !file.tracks.isEmpty { file.tracks[file.tracks.count - 1].append(point) }
    case .route: if !file.routes.isEmpty { file.routes[file.routes.count - 1].append(point) }
    default: file.waypoints.append(point)
    }
  }

  private func take(_ error: xmlError) {
    // Extensions may use undeclared prefixes.
    guard failure == nil, error.level.rawValue >= XML_ERR_ERROR.rawValue,
      error.domain != Int32(XML_FROM_NAMESPACE.rawValue)
    else { return }
    // The lines after the first one quote the file.
    let message = error.message.flatMap { String(cString: $0).split(separator: "\n").first }
    fail("the file is not XML" + (message.map { ": \($0)" } ?? ""))
  }

  private static func string(_ name: xmlName) -> String { name.map { String(cString: $0) } ?? "" }
}
