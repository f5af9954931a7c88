@_spi(Hazards) import CarobRuntime
import CarobFoundation
@_weakLinked import FoundationNetworking
import CoreGraphics

/// Shows a web page on the platform. Carob loads no pages; the view stays empty, and the trace reports it.
///
/// The delegate is asked whether each request may be loaded and informed that loading begins. At the end of
/// the turn of the run loop it is informed that loading failed (E-847), so an app that waits for the result
/// continues.
@preconcurrency @MainActor
open class UIWebView: UIView {
  public enum NavigationType: Int, Sendable {
    case linkClicked, formSubmitted, backForward, reload, formResubmitted, other
  }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
  }

  open weak var delegate: (any UIWebViewDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UIWebViewDelegate)?
  public let scrollView = UIScrollView()
  /// The last request to be loaded.
  open var request: URLRequest? { lastRequest as? URLRequest }
  // NB: stored without its type, so that the class does not depend on a networking library
  // (script/build-sdk).
  private var lastRequest: Any?
  open private(set) var isLoading = false
  open var canGoBack: Bool { false }
  open var canGoForward: Bool { false }
  open var scalesPageToFit = false
  open var dataDetectorTypes: UIDataDetectorTypes = .phoneNumber
  open var allowsInlineMediaPlayback = false
  open var mediaPlaybackRequiresUserAction = true
  open var mediaPlaybackAllowsAirPlay = true
  open var allowsPictureInPictureMediaPlayback = true
  open var allowsLinkPreview = true
  open var suppressesIncrementalRendering = false
  open var keyboardDisplayRequiresUserAction = true

  open func loadRequest(_ request: URLRequest) { load(request, .other) }
  open func loadHTMLString(_ string: String, baseURL: URL?) {
    load(URLRequest(url: baseURL ?? URL(fileURLWithPath: "/")), .other)
  }
  open func load(_ data: Data, mimeType MIMEType: String, textEncodingName: String, baseURL: URL) {
    load(URLRequest(url: baseURL), .other)
  }
  open func reload() {
    if let request { load(request, .reload) }
  }
  /// Cancels loading without a message to the delegate.
  open func stopLoading() {
    isLoading = false
    loads += 1
  }
  open func goBack() {}
  open func goForward() {}
  open func stringByEvaluatingJavaScript(from script: String) -> String? {
    unimplemented("UIWebView.stringByEvaluatingJavaScript(from:)")
    return nil
  }

  private var loads = 0

  private func prepare() {
    backgroundColor = .white
    scrollView.frame = bounds
    scrollView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(scrollView)
  }

  // E-847
  private func load(_ request: URLRequest, _ type: NavigationType) {
    unimplemented("UIWebView (it loads no pages)")
    let name = "webView(_:shouldStartLoadWith:navigationType:)"
    let may =
      delegate?.ask(from: self, name, "webView:shouldStartLoadWithRequest:navigationType:") {
        $0.webView(self, shouldStartLoadWith: request, navigationType: type)
      } ?? true
    guard may else { return }
    lastRequest = request
    isLoading = true
    loads += 1
    let load = loads
    delegate?.tell(from: self, "webViewDidStartLoad(_:)", "webViewDidStartLoad:") {
      $0.webViewDidStartLoad(self)
    }
    let view = ZeroingElement(self)
    RunLoop.main.perform(inModes: [.common]) { MainActor.assumeIsolated { view.object?.fail(load) } }
  }

  private func fail(_ load: Int) {
    guard load == loads, isLoading else { return }
    isLoading = false
    let error = NSError(
      domain: NSURLErrorDomain, code: NSURLErrorUnknown,
      userInfo: [NSLocalizedDescriptionKey: "Carob shows no web pages"])
    delegate?.tell(from: self, "webView(_:didFailLoadWithError:)", "webView:didFailLoadWithError:") {
      $0.webView(self, didFailLoadWithError: error)
    }
  }
}

/// Decides what a web view loads and receives messages about loading.
@preconcurrency @MainActor
public protocol UIWebViewDelegate: NSObjectProtocol, _CarobOptional {
  func webView(
    _ webView: UIWebView, shouldStartLoadWith request: URLRequest, navigationType: UIWebView.NavigationType
  ) -> Bool
  func webViewDidStartLoad(_ webView: UIWebView)
  func webViewDidFinishLoad(_ webView: UIWebView)
  func webView(_ webView: UIWebView, didFailLoadWithError error: any Error)
}

extension UIWebViewDelegate {
  public func webView(
    _ webView: UIWebView, shouldStartLoadWith request: URLRequest, navigationType: UIWebView.NavigationType
  ) -> Bool { true }
  public func webViewDidStartLoad(_ webView: UIWebView) {}
  public func webViewDidFinishLoad(_ webView: UIWebView) {}
  public func webView(_ webView: UIWebView, didFailLoadWithError error: any Error) {}
}
