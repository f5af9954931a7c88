@_spi(Hazards) import CarobRuntime
import CarobFoundation
@_weakLinked import FoundationNetworking
import CoreGraphics

/// Shows a page that the app provides: HTML, plain or rich text or an image, from a string, data or a file
/// (E-1078).
///
/// The delegate is asked whether each request may be loaded and informed that loading begins. At the end of
/// the turn of the run loop it is informed that loading ended. Pages on the network are not loaded: loading fails
/// (E-847), so an app that waits for the result continues.
///
/// DEVIATION: a page is shown as text with its fonts, colors, lines and links, without images, forms, media, style
/// sheets and scripts, and it cannot be enlarged with a pinch.
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
  /// Whether a page is laid out for a desktop's width and reduced to the view's (E-1078.3).
  open var scalesPageToFit = false { didSet { setNeedsLayout() } }
  /// What is detected in the page's text and becomes a link.
  open var dataDetectorTypes: UIDataDetectorTypes = .phoneNumber {
    didSet { text?.dataDetectorTypes = dataDetectorTypes }
  }
  open var allowsInlineMediaPlayback = false
  open var mediaPlaybackRequiresUserAction = true
  open var mediaPlaybackAllowsAirPlay = true
  open var allowsPictureInPictureMediaPlayback = true
  open var allowsLinkPreview = true
  open var suppressesIncrementalRendering = false
  open var keyboardDisplayRequiresUserAction = true

  open func loadRequest(_ request: URLRequest) { load(request, .other, .address) }
  open func loadHTMLString(_ string: String, baseURL: URL?) {
    guard let url = baseURL ?? URL(string: "about:blank") else { return }
    load(URLRequest(url: url), .other, .data(Data(string.utf8), type: "text/html"))
  }
  open func load(_ data: Data, mimeType MIMEType: String, textEncodingName: String, baseURL: URL) {
    load(URLRequest(url: baseURL), .other, .data(data, type: MIMEType))
  }
  open func reload() {
    if let request { load(request, .reload, lastSource) }
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
  /// Where a page comes from: the request's address, or data that the app provides.
  private enum Source {
    case address
    case data(Data, type: String)
  }
  private var lastSource = Source.address

  private func prepare() {
    backgroundColor = .white
    scrollView.frame = bounds
    scrollView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(scrollView)
  }

  // E-847, E-1078.1
  private func load(_ request: URLRequest, _ type: NavigationType, _ source: Source) {
    let name = "webView(_:shouldStartLoadWith:navigationType:)"
    let may =
      delegate?.ask(from: self, name, "webView:shouldStartLoadWithRequest:navigationType:") {
        $0.webView(self, shouldStartLoadWith: request, navigationType: type)
      } ?? true
    guard may else { return }
    lastRequest = request
    lastSource = source
    isLoading = true
    loads += 1
    let load = loads
    delegate?.tell(from: self, "webViewDidStartLoad(_:)", "webViewDidStartLoad:") {
      $0.webViewDidStartLoad(self)
    }
    let url = request.url
    let view = ZeroingElement(self)
    RunLoop.main.perform(inModes: [.common]) {
      MainActor.assumeIsolated { view.object?.end(load, url, source) }
    }
  }

  private func end(_ load: Int, _ url: URL?, _ source: Source) {
    guard load == loads, isLoading else { return }
    isLoading = false
    do {
      try show(Self.content(url, source))
    } catch {
      delegate?.tell(from: self, "webView(_:didFailLoadWithError:)", "webView:didFailLoadWithError:") {
        $0.webView(self, didFailLoadWithError: error)
      }
      return
    }
    delegate?.tell(from: self, "webViewDidFinishLoad(_:)", "webViewDidFinishLoad:") {
      $0.webViewDidFinishLoad(self)
    }
  }

  // MARK: The page (E-1078)

  private enum Content {
    case text(NSAttributedString)
    case image(UIImage)
  }

  private static func content(_ url: URL?, _ source: Source) throws -> Content {
    switch source {
    case .data(let data, let type): return try content(data, type)
    case .address:
      guard let url, url.isFileURL || url.absoluteString == "about:blank" else {
        unimplemented("UIWebView (it loads no pages from the network)")
        throw NSError(
          domain: NSURLErrorDomain, code: NSURLErrorUnknown,
          userInfo: [NSLocalizedDescriptionKey: "Carob shows no web pages"])
      }
      guard url.isFileURL else { return .text(NSAttributedString(string: "")) }
      guard let data = try? Data(contentsOf: url) else {
        throw NSError(
          domain: NSURLErrorDomain, code: NSURLErrorFileDoesNotExist,
          userInfo: [
            NSLocalizedDescriptionKey: "The requested URL was not found on this server.",
            NSURLErrorFailingURLErrorKey: url,
          ])
      }
      switch url.pathExtension.lowercased() {
      case "html", "htm", "xhtml": return try content(data, "text/html")
      case "rtf": return try content(data, "text/rtf")
      case "png", "jpg", "jpeg", "gif", "webp": return try content(data, "image/*")
      default: return try content(data, "text/plain")
      }
    }
  }
  private static func content(_ data: Data, _ type: String) throws -> Content {
    let options: [NSAttributedString.DocumentReadingOptionKey: Any]
    switch type.lowercased() {
    case let type where type.hasPrefix("image/"):
      guard let image = UIImage(data: data) else { throw unreadable }
      return .image(image)
    case "text/html", "application/xhtml+xml":
      let text = String(decoding: data, as: UTF8.self).lowercased()
      if unshown.contains(where: { text.contains("<" + $0) }) {
        unimplemented("UIWebView (pages are shown without images, forms, media, style sheets and scripts)")
      }
      options = [
        .documentType: NSAttributedString.DocumentType.html,
        .characterEncoding: String.Encoding.utf8.rawValue,
      ]
    case "text/rtf", "application/rtf": options = [.documentType: NSAttributedString.DocumentType.rtf]
    case let type where type.hasPrefix("text/"):
      options = [
        .documentType: NSAttributedString.DocumentType.plain,
        .characterEncoding: String.Encoding.utf8.rawValue,
      ]
    default:
      unimplemented("UIWebView (it shows no page of the type \(type))")
      throw unreadable
    }
    guard let text = try? NSAttributedString(data: data, options: options) else { throw unreadable }
    return .text(text)
  }
  private static let unshown = [
    "img", "form", "input", "select", "textarea", "button", "video", "audio", "iframe", "style", "link",
    "script",
    "svg", "canvas", "object", "embed",
  ]
  private static var unreadable: NSError {
    NSError(
      domain: NSURLErrorDomain, code: NSURLErrorCannotDecodeContentData,
      userInfo: [NSLocalizedDescriptionKey: "The page cannot be read"])
  }

  private var text: UITextView?
  private var picture: UIImageView?
  private lazy var links = PageLinks(self)
  private var page: UIView? { text ?? picture }

  private func show(_ content: Content) {
    page?.removeFromSuperview()
    (text, picture) = (nil, nil)
    switch content {
    case .text(let string):
      let view = UITextView()
      (view.isEditable, view.isScrollEnabled) = (false, false)
      view.backgroundColor = .white
      view.textContainerInset = UIEdgeInsets(top: 8, left: 3, bottom: 8, right: 3)
      view.dataDetectorTypes = dataDetectorTypes
      view.attributedText = string
      view.delegate = links
      text = view
    case .image(let image): picture = UIImageView(image: image)
    }
    if let page { scrollView.addSubview(page) }
    scrollView.contentOffset = CGPoint(
      x: -scrollView.adjustedContentInset.left, y: -scrollView.adjustedContentInset.top)
    setNeedsLayout()
  }

  // E-1078.3
  /// The width of a desktop's page, in points.
  private static let wideWidth: CGFloat = 980
  open override func layoutSubviews() {
    super.layoutSubviews()
    guard let page, bounds.width > 0 else { return }
    page.transform = .identity
    let wanted: CGSize
    if let image = picture?.image {
      wanted = image.size
    } else {
      let width = scalesPageToFit ? max(Self.wideWidth, bounds.width) : bounds.width
      wanted = CGSize(width: width, height: page.sizeThatFits(CGSize(width: width, height: 0)).height)
    }
    let scale = scalesPageToFit && wanted.width > bounds.width ? bounds.width / wanted.width : 1
    page.bounds = CGRect(origin: .zero, size: wanted)
    page.transform = CGAffineTransform(scaleX: scale, y: scale)
    page.center = CGPoint(x: wanted.width * scale / 2, y: wanted.height * scale / 2)
    scrollView.contentSize = CGSize(width: wanted.width * scale, height: wanted.height * scale)
  }

  // E-1078.2
  /// Loads the address of a link, or opens another kind of link with the app that handles it.
  fileprivate func follow(_ url: URL) {
    let scheme = url.scheme?.lowercased() ?? ""
    guard ["http", "https", "file", "about"].contains(scheme) else {
      let name = "webView(_:shouldStartLoadWith:navigationType:)"
      let request = URLRequest(url: url)
      let may =
        delegate?.ask(from: self, name, "webView:shouldStartLoadWithRequest:navigationType:") {
          $0.webView(self, shouldStartLoadWith: request, navigationType: .linkClicked)
        } ?? true
      if may { UIApplication.shared.open(url) }
      return
    }
    load(URLRequest(url: url), .linkClicked, .address)
  }
}

/// Passes taps on the links of a page to its web view.
@MainActor
private final class PageLinks: _MainActorNSObject, UITextViewDelegate {
  @Zeroing private var view: UIWebView?
  init(_ view: UIWebView) {
    super.init()
    self.view = view
  }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(
        has: "textView:shouldInteractWithURL:inRange:interaction:",
        "textView(_:shouldInteractWith:in:interaction:)", 0)
    ]
  }
  func textView(
    _ textView: UITextView, shouldInteractWith URL: URL, in characterRange: NSRange,
    interaction: UITextItemInteraction
  ) -> Bool {
    view?.follow(URL)
    return false
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
