import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Pages that the app provides to a web view.
@MainActor @Suite struct WebPageTests {
  private final class Loader: NSObject, UIWebViewDelegate {
    let log: Log
    init(_ log: Log) {
      self.log = log
      super.init()
    }
    override class var _carobMethods: [_CarobMethod] {
      has(
        "webView:shouldStartLoadWithRequest:navigationType:", "webViewDidStartLoad:", "webViewDidFinishLoad:",
        "webView:didFailLoadWithError:")
    }
    func webView(
      _ webView: UIWebView, shouldStartLoadWith request: URLRequest, navigationType: UIWebView.NavigationType
    ) -> Bool {
      log("should start \(request.url?.absoluteString ?? "nil") \(navigationType)")
      return true
    }
    func webViewDidStartLoad(_ webView: UIWebView) { log("started") }
    func webViewDidFinishLoad(_ webView: UIWebView) { log("finished \(webView.isLoading)") }
    func webView(_ webView: UIWebView, didFailLoadWithError error: any Error) {
      log("failed \((error as NSError).code)")
    }
  }

  private func showing(_ body: (TestDevice, UIWebView) throws -> Void) rethrows {
    try withDevice { device in
      let view = UIWebView(frame: CGRect(x: 0, y: 100, width: 300, height: 300))
      let loader = Loader(device.log)
      view.delegate = loader
      device.showEmpty().addSubview(view)
      try body(device, view)
      withExtendedLifetime(loader) {}
    }
  }
  private func finish(_ device: TestDevice) {
    RunLoop.main.run(mode: .default, before: .distantPast)
    device.turn()
  }
  private func page(_ view: UIWebView) -> UITextView? {
    view.scrollView.subviews.lazy.compactMap { $0 as? UITextView }.first
  }

  @Test(.rule("E-1078")) func `a page from a string is shown, and its links are followed`() throws {
    try showing { device, view in
      view.dataDetectorTypes = [.phoneNumber]
      view.loadHTMLString(
        "<html><p><a href=\"https://example.org/\">A link</a></p><p>Call 030 1234567</p></html>", baseURL: nil
      )
      #expect(device.log.take() == ["should start about:blank other", "started"])
      finish(device)
      #expect(device.log.take() == ["finished false"])
      let text = try #require(page(view))
      #expect(text.text.contains("A link") && text.text.contains("Call 030 1234567"))
      #expect(text.bounds.width == 300 && view.scrollView.contentSize.width == 300)
      #expect(text.dataDetectorTypes == .phoneNumber)
      let box = text.boxes(of: NSRange(location: 0, length: 6))[0]
      let place = text.convert(CGPoint(x: box.midX, y: box.midY), to: nil)
      device.tap(place.x, place.y)
      #expect(device.log.take().prefix(2) == ["should start https://example.org/ linkClicked", "started"])
      finish(device)
    }
  }

  @Test(.rule("E-1078")) func `a page that scales to fit is laid out for a wide window`() throws {
    try showing { device, view in
      view.scalesPageToFit = true
      view.loadHTMLString("<p>Words</p>", baseURL: nil)
      finish(device)
      let text = try #require(page(view))
      #expect(text.bounds.width == 980 && abs(text.frame.width - 300) < 0.01)
      #expect(text.frame.minX == 0 && abs(view.scrollView.contentSize.width - 300) < 0.01)
      view.scalesPageToFit = false
      device.turn()
      #expect(text.bounds.width == 300 && text.frame.width == 300)
    }
  }

  @Test(.rule("E-1078")) func `files and data are shown, and a missing file is an error`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("page.html")
    try Data("<h1>Title</h1>".utf8).write(to: file)
    try showing { device, view in
      view.loadRequest(URLRequest(url: file))
      finish(device)
      #expect(device.log.take().last == "finished false" && page(view)?.text.contains("Title") == true)
      try Data("<h1>Other</h1>".utf8).write(to: file)
      view.reload()
      finish(device)
      #expect(device.log.take().last == "finished false" && page(view)?.text.contains("Other") == true)
      view.loadRequest(URLRequest(url: folder.appendingPathComponent("none.html")))
      finish(device)
      #expect(device.log.take().last == "failed -1100" && page(view)?.text.contains("Other") == true)
      view.load(Data("plain".utf8), mimeType: "text/plain", textEncodingName: "utf-8", baseURL: file)
      finish(device)
      #expect(device.log.take().last == "finished false" && page(view)?.text == "plain")
      let picture = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8)).pngData { _ in }
      view.load(picture, mimeType: "image/png", textEncodingName: "", baseURL: file)
      finish(device)
      #expect(view.scrollView.subviews.contains { $0 is UIImageView } && page(view) == nil)
    }
  }
}
