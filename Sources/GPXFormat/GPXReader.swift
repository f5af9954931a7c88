import Foundation
import FoundationXML
import LocationSimulation
import XMLText

/// Reads GPX as a stream: a day of fixes is many points and no tree.
final class GPXReader: NSObject, XMLParserDelegate {
  private var file: GPXFile
  private var failure: GPXError?
  /// The names of the open elements, without prefixes.
  private var open: [String] = []
  private var point: GPXFile.Point?
  private var text = ""
  private var isClosed = false

  /// A larger file is not a route.
  private static let maximumSize = 256 << 20
  private static let maximumDepth = 64

  static func read(_ data: Data, path: String) throws(GPXError) -> GPXFile {
    func failure(_ message: String) -> GPXError { GPXError(path: path, line: 1, column: 1, message: message) }
    guard !data.isEmpty else { throw failure("the file is empty") }
    guard data.count <= maximumSize else { throw failure("the file is larger than 256 MB") }
    // NB: libxml2, fed in pieces, reads past its buffer when another encoding's bytes do not fit it.
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
    guard !head.contains("<!DOCTYPE"), !head.contains("<!ENTITY") else {
      throw failure("GPX files have no document type declaration")
    }
    let reader = GPXReader(path)
    let parser = XMLParser(data: data.withoutEmptyInstructions)
    parser.shouldResolveExternalEntities = false
    parser.delegate = reader
    _ = parser.parse()
    if let failure = reader.failure { throw failure }
    // NB: FoundationXML answers true after errors that it could read past; only a root that was closed counts.
    guard reader.isClosed, reader.open.isEmpty else {
      throw GPXError(
        path: path, line: max(1, parser.lineNumber), column: max(1, parser.columnNumber),
        message: "the file is not complete XML")
    }
    return reader.file
  }

  private init(_ path: String) { file = GPXFile(path: path) }

  private func fail(_ parser: XMLParser, _ message: String) {
    guard failure == nil else { return }
    failure = GPXError(
      path: file.path, line: max(1, parser.lineNumber), column: max(1, parser.columnNumber), message: message)
    parser.abortParsing()
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    guard failure == nil else { return }
    let name = Self.local(name)
    guard open.count < Self.maximumDepth else {
      return fail(parser, "elements are nested deeper than \(Self.maximumDepth)")
    }
    guard !isClosed else { return fail(parser, "a second root element") }
    if open.isEmpty, name != "gpx" {
      return fail(parser, "this is no GPX file: its root element is <\(name)>, not <gpx>")
    }
    switch (open.last, name) {
    case ("gpx", "trk"): file.tracks.append([])
    case ("gpx", "rte"): file.routes.append([])
    case ("gpx", "wpt"), ("trkseg", "trkpt"), ("rte", "rtept"): point = read(parser, name, attributes)
    default: break
    }
    open.append(name)
    text = ""
  }

  private func read(_ parser: XMLParser, _ name: String, _ attributes: [String: String]) -> GPXFile.Point? {
    func degrees(_ key: String, _ limit: Double) -> Double? {
      guard let text = attributes[key] else {
        fail(parser, "<\(name)> has no \(key)=\"…\"")
        return nil
      }
      let number = Double(Self.trimmed(text))
      guard let number, abs(number) <= limit else {
        fail(parser, "\(key)=\"\(text)\" is not a number of degrees from -\(Int(limit)) to \(Int(limit))")
        return nil
      }
      return number
    }
    guard let latitude = degrees("lat", 90), let longitude = degrees("lon", 180) else { return nil }
    return GPXFile.Point(
      point: GeographicPoint(latitude: latitude, longitude: longitude), line: max(1, parser.lineNumber))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if point != nil { text += string }
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    if point != nil { text += String(decoding: block, as: UTF8.self) }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard failure == nil, let name = open.popLast() else { return }
    if open.isEmpty { isClosed = true }
    let isOfPoint = ["wpt", "trkpt", "rtept"].contains(open.last)
    let value = Self.trimmed(text)
    switch name {
    case "ele" where isOfPoint:
      guard let number = Double(value), number.isFinite else {
        return fail(parser, "<ele>\(value)</ele> is not a number of metres")
      }
      point?.elevation = number
    case "time" where isOfPoint:
      guard let time = Self.seconds(value) else {
        return fail(parser, "<time>\(value)</time> is not a time like 2026-01-01T09:41:00Z")
      }
      point?.time = time
    case "name" where isOfPoint: point?.name = value
    case "wpt": if let point { file.waypoints.append(point) }
    case "trkpt":
      if let point, !file.tracks.isEmpty { file.tracks[file.tracks.count - 1].append(point) }
    case "rtept":
      if let point, !file.routes.isEmpty { file.routes[file.routes.count - 1].append(point) }
    default: return
    }
    if ["wpt", "trkpt", "rtept"].contains(name) { point = nil }
    text = ""
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    // NB: an error that is reported after the parser was told to stop says only that.
    let text = "\((error as NSError).userInfo[NSLocalizedDescriptionKey] ?? "")"
    fail(
      parser,
      "the file is not XML"
        + (text.isEmpty ? "" : ": \(text.trimmingCharacters(in: .whitespacesAndNewlines))"))
  }

  /// Without the white space of XML at its ends.
  // OPTIMIZATION: Foundation's goes through UTF-16, and took half of the time that reading a day of fixes takes.
  private static func trimmed(_ text: String) -> String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    var rest = Substring(text)
    while let byte = rest.utf8.first, isSpace(byte) { rest.utf8.removeFirst() }
    while let byte = rest.utf8.last, isSpace(byte) { rest.utf8.removeLast() }
    return rest.utf8.count == text.utf8.count ? text : String(rest)
  }

  private static func local(_ name: String) -> String {
    name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }

  /// Seconds since 1970 of an ISO 8601 date and time, with or without fractions of a second; UTC without a zone.
  // OPTIMIZATION: a formatter, or a regular expression, takes a hundred times as long, and a day of fixes has 86,400 times.
  static func seconds(_ text: String) -> Double? {
    var rest = text.utf8[...]
    func number(_ digits: Int) -> Int? {
      var value = 0
      for _ in 0..<digits {
        guard let byte = rest.popFirst(), (48...57).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 48)
      }
      return value
    }
    func skip(_ characters: String) -> Bool {
      guard let byte = rest.first, characters.utf8.contains(byte) else { return false }
      rest.removeFirst()
      return true
    }
    guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2), skip("Tt "),
      let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2),
      (1...12).contains(month), (1...31).contains(day), hour < 25, minute < 60, second < 61
    else { return nil }
    var fraction = 0.0
    if skip(".") {
      var (value, scale) = (0.0, 1.0)
      while scale < 1e9, let byte = rest.first, (48...57).contains(byte) {
        rest.removeFirst()
        (value, scale) = (value * 10 + Double(byte - 48), scale * 10)
      }
      guard scale > 1 else { return nil }
      fraction = value / scale
    }
    var offset = 0
    if let sign = rest.first, skip("+-") {
      guard let hours = number(2) else { return nil }
      _ = skip(":")
      guard let minutes = number(2) else { return nil }
      offset = (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    } else {
      _ = skip("Zz")
    }
    guard rest.isEmpty else { return nil }
    let clock = hour * 3600 + minute * 60 + second - offset
    return Double(days(year, month, day) * 86400 + clock) + fraction
  }

  /// Days since 1970 in the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Years begin in March, so that the leap day is the last.
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
