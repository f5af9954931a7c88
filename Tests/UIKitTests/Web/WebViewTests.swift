import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

@MainActor @Suite struct WebViewTests {
  private final class LoadDelegate: NSObject, UIWebViewDelegate {
    let log: Log
    var lets = true
    init(_ log: Log) { self.log = log }
    override class var _carobMethods: [_CarobMethod] {
      has(
        "webView:shouldStartLoadWithRequest:navigationType:", "webViewDidStartLoad:", "webViewDidFinishLoad:",
        "webView:didFailLoadWithError:")
    }
    func webView(
      _ webView: UIWebView, shouldStartLoadWith request: URLRequest, navigationType: UIWebView.NavigationType
    ) -> Bool {
      log("should start \(request.url?.absoluteString ?? "nil") \(navigationType)")
      return lets
    }
    func webViewDidStartLoad(_ webView: UIWebView) { log("started \(webView.isLoading)") }
    func webViewDidFinishLoad(_ webView: UIWebView) { log("finished") }
    func webView(_ webView: UIWebView, didFailLoadWithError error: any Error) {
      log("failed: \(error.localizedDescription) \(webView.isLoading)")
    }
  }

  @Test(.rule("E-847")) func `a page is requested, and loading it fails at the end of the turn`() throws {
    let url = try #require(URL(string: "https://example.org/"))
    withDevice { device in
      let view = UIWebView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      let reader = LoadDelegate(device.log)
      view.delegate = reader
      device.showEmpty().addSubview(view)
      view.loadRequest(URLRequest(url: url))
      #expect(device.log.take() == ["should start https://example.org/ other", "started true"])
      RunLoop.main.run(mode: .default, before: .distantPast)
      #expect(device.log.take() == ["failed: Carob shows no web pages false"])
      view.reload()
      view.stopLoading()
      RunLoop.main.run(mode: .default, before: .distantPast)
      #expect(device.log.take() == ["should start https://example.org/ reload", "started true"])
      reader.lets = false
      view.loadHTMLString("<p>", baseURL: url)
      RunLoop.main.run(mode: .default, before: .distantPast)
      #expect(device.log.take() == ["should start https://example.org/ other"] && !view.isLoading)
    }
  }
}
