import DeviceProtocol
import Foundation
import TestSupport
import Testing

@testable import DeviceWeb

@Suite(.timeLimit(.minutes(20)))
struct PageServerTests {
  /// Runs a test against a server on a free port, and stops it.
  private func withServer(
    limits: PageExchange.Limits = .init(),
    _ body: (_ port: UInt16, _ path: String, _ source: RecordingSource) async throws -> Void
  ) async throws {
    let source = RecordingSource()
    let server = try PageServer(source: source, token: "secret", limits: limits)
    let address = try await server.start(port: 0)
    let url = try #require(URL(string: address))
    do {
      try await body(UInt16(try #require(url.port)), "/secret", source)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  /// A page that is connected and has read everything up to the list of events.
  private func connect(_ port: UInt16) async throws -> RawClient {
    let client = try await RawClient(port: port)
    #expect(try await client.upgrade("/secret/socket") == 101)
    _ = try await client.message("events")
    return client
  }

  private func status(_ port: UInt16, _ path: String, headers: [String: String], method: String = "GET")
    async throws
    -> Int
  {
    let client = try await RawClient(port: port)
    return try await client.get(path, headers: headers, method: method).status
  }

  private func upgrade(
    _ port: UInt16, _ path: String, host: String = "127.0.0.1", origin: String? = "http://localhost"
  )
    async throws -> Int
  {
    let client = try await RawClient(port: port)
    return try await client.upgrade(path, host: host, origin: origin)
  }

  // MARK: Access

  @Test func `the page and its files are served below the token`() async throws {
    try await withServer { port, path, _ in
      for name in ["/"] + PageFiles.types.keys.sorted().map({ "/\($0)" }) {
        let answer = try await RawClient(port: port).get(path + name, headers: ["Host": "127.0.0.1:\(port)"])
        #expect(answer.status == 200, "\(name)")
        #expect(!answer.body.isEmpty, "\(name)")
        #expect(answer.head.contains("default-src 'none'"))
      }
    }
  }

  @Test(arguments: [
    "/", "/index.html", "/secre/", "/secrets/", "/secret2", "/x/secret/", "/secret/../index.html/x",
  ])
  func `without the right token nothing is found`(path: String) async throws {
    try await withServer { port, _, _ in
      let answer = try await RawClient(port: port).get(path, headers: ["Host": "localhost:\(port)"])
      #expect(answer.status == 404)
    }
  }

  @Test(arguments: ["/socket", "/secre/socket", "/secrets/socket", "//socket", "/SECRET/socket"])
  func `a WebSocket without the right token is refused`(path: String) async throws {
    try await withServer { port, _, _ in
      let answer = try await upgrade(port, path)
      #expect(answer == 404)
    }
  }

  @Test(arguments: ["/secret/../../etc/passwd", "/secret/%2e%2e/%2e%2e/etc/passwd", "/secret//etc/passwd"])
  func `no path escapes the page's folder`(path: String) async throws {
    try await withServer { port, _, _ in
      let answer = try await status(port, path, headers: ["Host": "localhost"])
      #expect(answer == 404)
    }
  }

  @Test func `the address without its last slash redirects to the page`() async throws {
    try await withServer { port, path, _ in
      let answer = try await RawClient(port: port).get(path, headers: ["Host": "localhost"])
      #expect(answer.status == 308)
      #expect(answer.head.contains("Location: /secret/\r\n"))
    }
  }

  @Test(arguments: [
    "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example:80", "",
  ])
  func `another host name is refused`(host: String) async throws {
    try await withServer { port, path, _ in
      let answer = try await status(port, path + "/", headers: ["Host": host])
      #expect(answer == 403)
      let second = try await upgrade(port, path + "/socket", host: host)
      #expect(second == 403)
    }
  }

  @Test(arguments: ["localhost", "localhost:1234", "127.0.0.1:9", "[::1]:80", "LOCALHOST:80"])
  func `the machine's own names are accepted on any port`(host: String) async throws {
    try await withServer { port, path, _ in
      let answer = try await status(port, path + "/", headers: ["Host": host])
      #expect(answer == 200)
    }
  }

  @Test(arguments: ["http://evil.example", "null", "https://localhost.evil.example", "file://localhost", nil])
  func `a WebSocket of another origin is refused`(origin: String?) async throws {
    try await withServer { port, path, _ in
      let answer = try await upgrade(port, path + "/socket", origin: origin)
      #expect(answer == 403)
    }
  }

  @Test func `only GET is supported`() async throws {
    try await withServer { port, path, _ in
      let answer = try await status(port, path + "/", headers: ["Host": "localhost"], method: "POST")
      #expect(answer == 405)
    }
  }

  @Test func `tokens are long and differ`() {
    let tokens = Set((0..<100).map { _ in PageAccess.makeToken() })
    #expect(tokens.count == 100)
    #expect(tokens.allSatisfy { $0.count == 32 })
  }

  // MARK: Invalid requests

  /// The status of the answer to these bytes; 0 if the connection is closed without one.
  private func status(_ port: UInt16, to bytes: [UInt8]) async throws -> Int {
    let client = try await RawClient(port: port)
    defer { client.close() }
    // A request that is refused early may be closed while the rest is still being written.
    try? await client.write(bytes)
    guard let head = try? await client.readHead() else { return 0 }
    return Int(head.split(separator: " ")[1]) ?? 0
  }

  @Test func `a head that is too long is refused before it is complete`() async throws {
    try await withServer { port, path, source in
      let filler = String(repeating: "c", count: 20 << 10)
      for request in [
        "GET \(path)/ HTTP/1.1\r\nHost: localhost\r\nCookie: \(filler)\r\n\r\n", "GET /\(filler)",
        "GET \(path)/ HTTP/1.1\r\nHost: localhost\r\n" + String(repeating: "a: b\r\n", count: 4 << 10),
        filler,
      ] {
        let answer = try await status(port, to: Array(request.utf8))
        #expect(answer == 431)
      }
      try await expectAlive(port, source)
    }
  }

  @Test func `a head that just fits is read`() async throws {
    try await withServer { port, path, _ in
      let start = "GET \(path)/ HTTP/1.1\r\nHost: localhost\r\nCookie: "
      let filler = String(repeating: "c", count: ConnectionReader.maximumHead - start.utf8.count)
      let fits = try await status(port, to: Array((start + filler + "\r\n\r\n").utf8))
      #expect(fits == 200)
      let exceeds = try await status(port, to: Array((start + filler + "c\r\n\r\n").utf8))
      #expect(exceeds == 431)
    }
  }

  @Test func `uploads are refused, and their contents are not read as a request`() async throws {
    try await withServer { port, path, source in
      let hidden = Array("GET \(path)/ HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
      for method in ["POST", "GET"] {
        for announced in ["Content-Length: 20000000", "Transfer-Encoding: chunked"] {
          let head = "\(method) \(path)/ HTTP/1.1\r\nHost: localhost\r\n\(announced)\r\n\r\n"
          let client = try await RawClient(port: port)
          try? await client.write(Array(head.utf8) + hidden + [UInt8](repeating: 0x61, count: 4 << 20))
          let answers = try await client.rest()
          #expect(answers.hasPrefix(method == "GET" ? "HTTP/1.1 413 " : "HTTP/1.1 405 "))
          #expect(answers.ranges(of: "HTTP/1.1").count == 1)
        }
      }
      let foreign =
        "POST / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\nContent-Length: 9\r\n\r\n"
      let refused = try await status(port, to: Array(foreign.utf8) + [UInt8](repeating: 10, count: 9))
      #expect(refused == 403)
      try await expectAlive(port, source)
    }
  }

  @Test func `a second request on a connection is not read`() async throws {
    try await withServer { port, path, _ in
      let client = try await RawClient(port: port)
      let request = "GET \(path)/icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n"
      try await client.write(request + request)
      let answers = try await client.rest()
      #expect(answers.ranges(of: "HTTP/1.1 200 OK").count == 1)
      #expect(answers.contains("Connection: close\r\n"))
    }
  }

  @Test(arguments: [
    ("", 400), ("GET", 400), ("GET / HTTP/1.1\r\nHost", 400), ("GET  / HTTP/1.1", 400),
    ("GET x HTTP/1.1", 400),
    ("GET / HTTP/2.0", 505), ("GET / FTP/1.1", 400), ("G T / HTTP/1.1", 400),
    ("GET / HTTP/1.1\r\n a: b", 400),
    ("GET / HTTP/1.1\r\na b: c", 400), ("GET / HTTP/1.1\nHost: localhost", 400),
    ("GET / HTTP/1.1\r\na: \u{1}", 400),
    ("GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example", 400),
    ("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1", 400),
    ("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 0", 404),
    ("GET / HTTP/1.1\r\nHost: localhost", 404), ("GET / HTTP/1.0\r\nhOsT:localhost", 404),
  ])
  func `an invalid request is refused`(head: String, answer: Int) async throws {
    try await withServer { port, _, _ in
      let given = try await status(port, to: Array((head + "\r\n\r\n").utf8))
      #expect(given == answer)
    }
  }

  @Test func `too many headers are refused`() async throws {
    try await withServer { port, path, _ in
      let head = "GET \(path)/ HTTP/1.1\r\nHost: localhost\r\n" + String(repeating: "a: b\r\n", count: 100)
      let answer = try await status(port, to: Array((head + "\r\n").utf8))
      #expect(answer == 400)
    }
  }

  @Test func `a silent connection is answered and closed in time, and others are served meanwhile`()
    async throws
  {
    var limits = PageExchange.Limits()
    limits.head = 0.5
    try await withServer(limits: limits) { port, path, source in
      var silent: [RawClient] = []
      for index in 0..<200 {
        let client = try await RawClient(port: port)
        try await client.write(index.isMultiple(of: 2) ? "GET \(path)/ HTTP/1.1\r\nHo" : "")
        silent.append(client)
      }
      try await expectAlive(port, source)
      for client in silent {
        let head = try await client.readHead()
        #expect(head.hasPrefix("HTTP/1.1 408 "))
      }
    }
  }

  @Test func `the server stops although browsers hold their connections`() async throws {
    let server = try PageServer(source: RecordingSource(), token: "secret")
    let port = UInt16(try #require(URL(string: try await server.start(port: 0))?.port))
    let silent = try await RawClient(port: port)
    try await silent.write("GET ")
    let page = try await connect(port)
    await server.stop()
    let last = try await page.closing()
    #expect(last == .close(1001, "Going Away"))
    await #expect(throws: (any Error).self) { try await RawClient(port: port).write("GET") }
  }

  // MARK: Ports

  @Test func `a requested port that is in use is an error that names it`() async throws {
    try await withServer { port, _, _ in
      let second = try PageServer(source: RecordingSource())
      await #expect(throws: PageServerError.portBusy(port)) { try await second.start(port: port) }
      #expect(PageServerError.portBusy(port).description.contains("port \(port) is in use"))
    }
  }

  @Test func `without a requested port the next free one is used`() async throws {
    let first = try PageServer(source: RecordingSource())
    let second = try PageServer(source: RecordingSource())
    let addresses = [try await first.start(port: nil), try await second.start(port: nil)]
    let ports = addresses.compactMap { URL(string: $0)?.port }
    #expect(ports.count == 2)
    #expect(ports[0] < ports[1])
    #expect(ports.allSatisfy { (8080..<8180).contains($0) })
    await first.stop()
    await second.stop()
  }

  @Test func `a page folder without a page is an error that names it`() {
    let folder = URL(filePath: "/nowhere/at/all")
    #expect(throws: PageServerError.pageMissing(["/nowhere/at/all"])) {
      try PageServer(source: RecordingSource(), folder: folder)
    }
  }

  // MARK: Commits

  @Test func `every page gets every commit, and a later page gets a full one`() async throws {
    try await withServer { port, _, source in
      let first = try await connect(port)
      source.update(.status(ScreenStatus(.launching, app: "A")))
      var layer = LayerState(id: 7, name: "UILabel")
      layer.contents = 3
      source.update(
        .commit(
          Commit(
            sequence: 1, time: 2, roots: [7], layers: [layer],
            images: [LayerImage(id: 3, pixelWidth: 4, pixelHeight: 5, png: [9, 8, 7])])))
      layer.positionX = 20
      source.update(.commit(Commit(sequence: 2, time: 3, roots: [7], layers: [layer])))

      var commit = try await first.message("commit")
      #expect(commit["full"] as? Bool == true)
      commit = try await first.message("commit")
      #expect(commit["full"] == nil)

      let second = try await RawClient(port: port)
      #expect(try await second.upgrade("/secret/socket") == 101)
      var frame = try await second.frame()
      while true {
        if case .binary = frame { break }
        frame = try await second.frame()
      }
      #expect(frame == .binary([3, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 9, 8, 7]))
      commit = try await second.message("commit")
      #expect(commit["full"] as? Bool == true)
      #expect(commit["sequence"] as? Int == 2)
      let layers = try #require(commit["layers"] as? [[String: Any]])
      #expect(layers.map { $0["position"] as? [Double] } == [[20, 0]])
    }
  }

  @Test func `a later page gets the events so far`() async throws {
    try await withServer { port, _, source in
      let event = TraceEvent(
        id: 1, time: 0.5, cause: 0, category: "user", mechanism: "touch", name: "tap \"it\"\n",
        receiver: "A#1")
      source.update(.event(ScreenEvent(sequence: 12, cause: 4, event: event)))
      let page = try await RawClient(port: port)
      #expect(try await page.upgrade("/secret/socket") == 101)
      let events = try #require(try await page.message("events")["events"] as? [[String: Any]])
      #expect(events.count == 1)
      #expect(events[0]["name"] as? String == "tap \"it\"\n")
      #expect(events[0]["seq"] as? Int == 12)
      #expect(events[0]["cause"] as? Int == 4)
      #expect(events[0]["t"] as? Double == 0.5)
    }
  }

  @Test func `the elements are read while a page is open that somebody sees`() async throws {
    try await withServer { port, _, source in
      let first = try await connect(port)
      #expect(await source.nextReading() == true)
      let second = try await connect(port)
      try await second.send(text: #"{"type":"elements","value":"off"}"#)
      try await second.send(text: #"{"type":"relaunch"}"#)
      #expect(await source.next() == .relaunch)
      try await first.send(text: #"{"type":"elements","value":"off"}"#)
      #expect(await source.nextReading() == false)
      try await second.send(text: #"{"type":"elements","value":"on"}"#)
      #expect(await source.nextReading() == true)
      second.close()
      #expect(await source.nextReading() == false)
      first.close()
    }
  }

  @Test func `elements that nobody keeps current are not shown to a later page`() async throws {
    try await withServer { port, _, source in
      let first = try await connect(port)
      #expect(await source.nextReading() == true)
      source.update(.accessibility(.tree([AccessibilityNode(id: 4, role: "button", label: "Old")])))
      #expect(try await first.message("accessibility")["nodes"] != nil)
      first.close()
      #expect(await source.nextReading() == false)
      // What the app sends late is not kept, either.
      source.update(.accessibility(.tree([AccessibilityNode(id: 5, role: "button", label: "Late")])))
      let second = try await RawClient(port: port)
      #expect(try await second.upgrade("/secret/socket") == 101)
      var types: [String?] = []
      while types.last != "events" { types.append(try await second.anyMessage()["type"] as? String) }
      #expect(!types.contains("accessibility"))
    }
  }

  @Test func `the screenshot is the source's picture of all layers`() async throws {
    try await withServer { port, _, source in
      let headers = ["Host": "localhost"]
      let none = try await status(port, "/secret/screenshot.png", headers: headers)
      #expect(none == 404)
      let layers = [LayerState(id: 7, name: "UIWindow"), LayerState(id: 8, name: "UIView")]
      source.update(.commit(Commit(sequence: 1, time: 0, roots: [7], layers: [layers[0]])))
      source.update(.commit(Commit(sequence: 2, time: 0, roots: [7], layers: [layers[1]])))
      let client = try await RawClient(port: port)
      let answer = try await client.get("/secret/screenshot.png", headers: headers)
      #expect(answer.status == 200)
      #expect(answer.head.contains("image/png"))
      #expect(answer.body == [2])
    }
  }

  // MARK: Inputs

  @Test func `touches arrive with ids that differ between pages`() async throws {
    try await withServer { port, _, source in
      let pages = [try await connect(port), try await connect(port)]
      let began = #"{"type":"touches","n":1,"fingers":[{"id":1,"phase":"began","x":10,"y":20.5}]}"#
      try await pages[0].send(text: began)
      #expect(await source.next() == .touches([.init(id: 1, phase: .began, x: 10, y: 20.5)]))
      try await pages[1].send(text: began)
      #expect(await source.next() == .touches([.init(id: 2, phase: .began, x: 10, y: 20.5)]))
      try await pages[0].send(text: #"{"type":"touches","fingers":[{"id":1,"phase":"ended","x":11,"y":20}]}"#)
      #expect(await source.next() == .touches([.init(id: 1, phase: .ended, x: 11, y: 20)]))
    }
  }

  @Test func `the fingers of a page that disconnects are cancelled`() async throws {
    try await withServer { port, _, source in
      let page = try await connect(port)
      try await page.send(text: #"{"type":"touches","fingers":[{"id":9,"phase":"began","x":1,"y":2}]}"#)
      #expect(await source.next() == .touches([.init(id: 1, phase: .began, x: 1, y: 2)]))
      page.close()
      #expect(await source.next() == .touches([.init(id: 1, phase: .cancelled, x: 1, y: 2)]))
    }
  }

  @Test func `a commit carries the number of the input before it`() async throws {
    try await withServer { port, _, source in
      let page = try await connect(port)
      try await page.send(text: #"{"type":"relaunch","n":41}"#)
      #expect(await source.next() == .relaunch)
      source.update(.commit(Commit(sequence: 1, time: 0)))
      #expect(try await page.message("commit")["input"] as? Int == 41)
    }
  }

  // MARK: Garbage

  static let garbage: [String] = [
    "", "null", "[]", "{", "{}", "\u{0}", #"{"type":"nonsense"}"#, #"{"type":"touches"}"#,
    #"{"type":"touches","fingers":[]}"#,
    #"{"type":"touches","fingers":[{"id":-1,"phase":"began","x":0,"y":0}]}"#,
    #"{"type":"touches","fingers":[{"id":1,"phase":"began","x":1e999,"y":0}]}"#,
    #"{"type":"touches","fingers":[{"id":1,"phase":"began","x":1e9,"y":0}]}"#,
    #"{"type":"touches","fingers":[{"id":1,"phase":"began","x":"0","y":0}]}"#,
    #"{"type":"touches","fingers":[{"id":4294967296,"phase":"began","x":0,"y":0}]}"#,
    #"{"type":"touches","fingers":[{"id":1,"phase":"began","x":0,"y":0,"force":-3}]}"#,
    #"{"type":"touches","fingers":[{"id":1,"phase":"sideways","x":0,"y":0}]}"#,
    #"{"type":"touches","fingers":[{"id":1,"phase":"moved","x":0,"y":0}]}"#,
    #"{"type":"touches","fingers":[{"id":1,"phase":"began","x":0,"y":0},{"id":1,"phase":"began","x":0,"y":0}]}"#,
    #"{"type":"scroll","x":1,"y":1,"dx":0}"#, #"{"type":"scroll","x":1,"y":1,"dx":0,"dy":1e300}"#,
    #"{"type":"key"}"#, #"{"type":"key","key":"a","modifiers":["hyper"]}"#, #"{"type":"text","text":""}"#,
    #"{"type":"paste","text":""}"#, #"{"type":"compose"}"#, #"{"type":"compose","text":"a","location":-1}"#,
    #"{"type":"press","value":"selfDestruct"}"#, #"{"type":"rotate","value":"up"}"#,
    #"{"type":"relaunch","n":-1}"#, #"{"type":"elements"}"#, #"{"type":"elements","value":"yes"}"#,
    String(repeating: "[", count: 100_000),
  ]

  @Test(arguments: garbage)
  func `garbage closes the connection with a reason, and the server keeps running`(text: String) async throws
  {
    try await withServer { port, _, source in
      let page = try await connect(port)
      try await page.send(text: text)
      guard case .close(let code, let reason) = try await page.closing() else { return }
      #expect(code == 1008)
      #expect(!reason.isEmpty)
      try await expectAlive(port, source)
    }
  }

  @Test func `a message that is too long closes the connection`() async throws {
    try await withServer { port, _, source in
      let page = try await connect(port)
      let filler = [UInt8](repeating: 0x20, count: 600_000)
      // In two parts: the limit is on the message, not on the frame.
      try await page.write(RawClient.frame(0x01, filler))
      try await page.write(RawClient.frame(0x80, filler))
      guard case .close(let code, _) = try await page.closing() else { return }
      #expect(code == 1009)
      try await expectAlive(port, source)
    }
  }

  @Test(arguments: [
    RawClient.frame(0x82, [1, 2, 3]), RawClient.frame(0x80, []), RawClient.frame(0xC1, [0x7B]),
    RawClient.frame(0x83, []), RawClient.frame(0x89, [UInt8](repeating: 0, count: 200)),
  ])
  func `invalid frames close the connection`(frame: [UInt8]) async throws {
    try await withServer { port, _, source in
      let page = try await connect(port)
      try await page.write(frame)
      guard case .close(let code, _) = try await page.closing() else { return }
      #expect(code == 1002 || code == 1003)
      try await expectAlive(port, source)
    }
  }

  @Test(
    arguments: [
      // Not masked, as a complete message and within a fragmented one.
      ([0x81, 2, 0x7B, 0x7D], 1002), ([0x88, 0], 1002),
      // A gigabyte, and more than fits into an integer: refused before the payload.
      ([0x81, 0xFF, 0, 0, 0, 0, 0x40, 0, 0, 0], 1009), ([0x81, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0], 1002),
      ([0x81, 0xFF, 0, 0, 0, 0, 0, 0x10, 0, 1], 1009),
      // Fragmented control frames, and too long ones.
      ([0x08, 0x80, 1, 2, 3, 4], 1002), ([0x89, 0xFE, 0, 126], 1002),
      // Reserved bits.
      ([0xA1, 0x80, 1, 2, 3, 4], 1002), ([0x91, 0x80, 1, 2, 3, 4], 1002),
    ] as [([UInt8], Int)])
  func `invalid or too long frames are refused before their payload`(bytes: [UInt8], code: Int)
    async throws
  {
    try await withServer { port, _, source in
      let page = try await connect(port)
      try await page.write(bytes)
      guard case .close(let given, _) = try await page.closing() else { return }
      #expect(given == code)
      try await expectAlive(port, source)
    }
  }

  @Test func `a message may arrive in fragments, with a ping between them, byte by byte`() async throws {
    try await withServer { port, _, source in
      let page = try await connect(port)
      let text = Array(#"{"type":"press","value":"home"}"#.utf8)
      let frames =
        RawClient.frame(0x01, Array(text[..<9])) + RawClient.frame(0x89, [7])
        + RawClient.frame(0x00, Array(text[9..<20]))
        + RawClient.frame(0x80, Array(text[20...]))
      for byte in frames { try await page.write([byte]) }
      #expect(await source.next() == .press(.home))
      var frame = try await page.frame()
      while frame != .other(10) { frame = try await page.frame() }
    }
  }

  @Test func `bytes that are not HTTP end only their connection`() async throws {
    try await withServer { port, _, source in
      var generator = SeededRandom(seed: 1)
      for _ in 0..<20 {
        let noise = (0..<500).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let client = try await RawClient(port: port)
        try? await client.write(noise + Array("\r\n\r\n".utf8))
        client.close()
      }
      try await expectAlive(port, source)
    }
  }

  @Test func `random mutations of messages never stop the server`() async throws {
    try await withServer { port, _, source in
      let seed = Array(#"{"type":"touches","n":1,"fingers":[{"id":1,"phase":"began","x":10,"y":20.5}]}"#.utf8)
      var generator = SeededRandom(seed: 1)
      for _ in 0..<200 {
        var text = seed
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          text[Int.random(in: 0..<text.count, using: &generator)] = UInt8.random(
            in: 0...255, using: &generator)
        }
        // The message is read or refused; a trap would end the test.
        _ = try? PageInput(text: text)
      }
      try await expectAlive(port, source)
    }
  }

  private func expectAlive(_ port: UInt16, _ source: RecordingSource) async throws {
    let page = try await connect(port)
    try await page.send(text: #"{"type":"press","value":"home"}"#)
    // Fingers of the previous page may be cancelled first.
    while let input = await source.next() {
      if case .touches = input { continue }
      #expect(input == .press(.home))
      break
    }
    page.close()
  }
}
