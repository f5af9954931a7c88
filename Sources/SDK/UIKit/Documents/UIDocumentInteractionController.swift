@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// Provides the screen for previews, and observes them. All methods are optional.
@preconcurrency @MainActor
public protocol UIDocumentInteractionControllerDelegate: NSObjectProtocol, _CarobOptional {
  /// The controller that presents the preview; without it there is no preview.
  func documentInteractionControllerViewControllerForPreview(
    _ controller: UIDocumentInteractionController
  ) -> UIViewController
  func documentInteractionControllerRectForPreview(_ controller: UIDocumentInteractionController) -> CGRect
  func documentInteractionControllerViewForPreview(
    _ controller: UIDocumentInteractionController
  ) -> UIView?
  func documentInteractionControllerWillBeginPreview(_ controller: UIDocumentInteractionController)
  func documentInteractionControllerDidEndPreview(_ controller: UIDocumentInteractionController)
  func documentInteractionControllerWillPresentOptionsMenu(_ controller: UIDocumentInteractionController)
  func documentInteractionControllerDidDismissOptionsMenu(_ controller: UIDocumentInteractionController)
  func documentInteractionControllerWillPresentOpenInMenu(_ controller: UIDocumentInteractionController)
  func documentInteractionControllerDidDismissOpenInMenu(_ controller: UIDocumentInteractionController)
}

extension UIDocumentInteractionControllerDelegate {
  public func documentInteractionControllerViewControllerForPreview(
    _ controller: UIDocumentInteractionController
  ) -> UIViewController { UIViewController() }
  public func documentInteractionControllerRectForPreview(
    _ controller: UIDocumentInteractionController
  ) -> CGRect { .zero }
  public func documentInteractionControllerViewForPreview(
    _ controller: UIDocumentInteractionController
  ) -> UIView? { nil }
  public func documentInteractionControllerWillBeginPreview(_ controller: UIDocumentInteractionController) {}
  public func documentInteractionControllerDidEndPreview(_ controller: UIDocumentInteractionController) {}
  public func documentInteractionControllerWillPresentOptionsMenu(
    _ controller: UIDocumentInteractionController
  ) {}
  public func documentInteractionControllerDidDismissOptionsMenu(
    _ controller: UIDocumentInteractionController
  ) {}
  public func documentInteractionControllerWillPresentOpenInMenu(
    _ controller: UIDocumentInteractionController
  ) {}
  public func documentInteractionControllerDidDismissOpenInMenu(
    _ controller: UIDocumentInteractionController
  ) {}
}

/// Previews a file, or offers it to other apps (E-1001).
///
/// The preview shows images and texts; of other files it shows the name. There are no other apps, so both menus
/// are the sheet of `UIActivityViewController`.
@preconcurrency @MainActor
open class UIDocumentInteractionController: _MainActorNSObject {
  public override init() { super.init() }
  public init(url: URL) {
    self.url = url
    super.init()
  }

  open var url: URL?
  open weak var delegate: (any UIDocumentInteractionControllerDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UIDocumentInteractionControllerDelegate)?
  private var givenName: String?
  /// The file's name, unless it was set.
  open var name: String? {
    get { givenName ?? url?.lastPathComponent }
    set { givenName = newValue }
  }
  private var givenType: String?
  /// The uniform type of the file's extension, unless it was set.
  open var uti: String? {
    get { givenType ?? url.map { TypeIdentifiers.type(ofExtension: $0.pathExtension) } }
    set { givenType = newValue }
  }
  open var annotation: Any?
  open var icons: [UIImage] { [UIImage(systemName: "doc")].compactMap { $0 } }
  open var gestureRecognizers: [UIGestureRecognizer] { [] }
  private var preview: UIViewController?
  private var menu: UIViewController?

  // MARK: Preview

  // E-1001.1
  /// Presents the preview from the delegate's controller. Returns false without a file or a delegate that
  /// provides one.
  @discardableResult
  open func presentPreview(animated: Bool) -> Bool {
    guard let url, FileManager.default.fileExists(atPath: url.path),
      let presenter = delegate?.ask(
        from: self, "documentInteractionControllerViewControllerForPreview(_:)",
        "documentInteractionControllerViewControllerForPreview:",
        { $0.documentInteractionControllerViewControllerForPreview(self) })
    else { return false }
    let zoom = zoomOfPreview()
    delegate?.tell(
      from: self, "documentInteractionControllerWillBeginPreview(_:)",
      "documentInteractionControllerWillBeginPreview:"
    ) { $0.documentInteractionControllerWillBeginPreview(self) }
    let screen = FilePreview(url: url, name: name ?? "")
    screen.onClose = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.dismissPreview(animated: true) }
    let shown = UINavigationController(rootViewController: screen)
    shown.modalPresentationStyle = .fullScreen
    shown.transitioningDelegate = zoom
    screen.zoom = zoom
    preview = shown
    (presenter.navigationController ?? presenter).present(shown, animated: animated)
    return true
  }
  // E-1028
  /// The animation from the view that the delegate names; nil for the usual one.
  private func zoomOfPreview() -> PreviewZoom? {
    guard
      let source = delegate?.ask(
        from: self, "documentInteractionControllerViewForPreview(_:)",
        "documentInteractionControllerViewForPreview:",
        { $0.documentInteractionControllerViewForPreview(self) }), let view = source
    else { return nil }
    let rect = delegate?.ask(
      from: self, "documentInteractionControllerRectForPreview(_:)",
      "documentInteractionControllerRectForPreview:"
    ) { $0.documentInteractionControllerRectForPreview(self) }
    return PreviewZoom(view, rect ?? view.bounds)
  }
  open func dismissPreview(animated: Bool) {
    guard let preview else { return }
    self.preview = nil
    preview.presentingViewController?.dismiss(animated: animated) {
      self.delegate?.tell(
        from: self, "documentInteractionControllerDidEndPreview(_:)",
        "documentInteractionControllerDidEndPreview:"
      ) { $0.documentInteractionControllerDidEndPreview(self) }
    }
  }

  // MARK: Menus

  private enum Menu { case options, openIn }

  // E-1001.2
  @discardableResult
  open func presentOptionsMenu(from rect: CGRect, in view: UIView, animated: Bool) -> Bool {
    present(.options, animated, in: view) {
      $0.sourceView = view
      $0.sourceRect = rect
    }
  }
  @discardableResult
  open func presentOptionsMenu(from item: UIBarButtonItem, animated: Bool) -> Bool {
    present(.options, animated, in: nil) { $0.barButtonItem = item }
  }
  @discardableResult
  open func presentOpenInMenu(from rect: CGRect, in view: UIView, animated: Bool) -> Bool {
    present(.openIn, animated, in: view) {
      $0.sourceView = view
      $0.sourceRect = rect
    }
  }
  @discardableResult
  open func presentOpenInMenu(from item: UIBarButtonItem, animated: Bool) -> Bool {
    present(.openIn, animated, in: nil) { $0.barButtonItem = item }
  }
  open func dismissMenu(animated: Bool) { menu?.presentingViewController?.dismiss(animated: animated) }

  private func present(
    _ kind: Menu, _ animated: Bool, in view: UIView?, _ place: (UIPopoverPresentationController) -> Void
  ) -> Bool {
    guard let url, FileManager.default.fileExists(atPath: url.path),
      var presenter = (view?.window ?? UIApplication.shared.keyWindowOfAnyScene)?.rootViewController
    else { return false }
    while let presented = presenter.directlyPresented { presenter = presented }
    tell(kind, begins: true)
    let sheet = UIActivityViewController(activityItems: [url], applicationActivities: nil)
    sheet.completionWithItemsHandler = { [weakSelf = ZeroingElement(self)] _, _, _, _ in
      weakSelf.object?.menu = nil
      weakSelf.object?.tell(kind, begins: false)
    }
    if let popover = sheet.popoverPresentationController { place(popover) }
    menu = sheet
    presenter.present(sheet, animated: animated)
    return true
  }

  private func tell(_ kind: Menu, begins: Bool) {
    switch (kind, begins) {
    case (.options, true):
      delegate?.tell(
        from: self, "documentInteractionControllerWillPresentOptionsMenu(_:)",
        "documentInteractionControllerWillPresentOptionsMenu:"
      ) { $0.documentInteractionControllerWillPresentOptionsMenu(self) }
    case (.options, false):
      delegate?.tell(
        from: self, "documentInteractionControllerDidDismissOptionsMenu(_:)",
        "documentInteractionControllerDidDismissOptionsMenu:"
      ) { $0.documentInteractionControllerDidDismissOptionsMenu(self) }
    case (.openIn, true):
      delegate?.tell(
        from: self, "documentInteractionControllerWillPresentOpenInMenu(_:)",
        "documentInteractionControllerWillPresentOpenInMenu:"
      ) { $0.documentInteractionControllerWillPresentOpenInMenu(self) }
    case (.openIn, false):
      delegate?.tell(
        from: self, "documentInteractionControllerDidDismissOpenInMenu(_:)",
        "documentInteractionControllerDidDismissOpenInMenu:"
      ) { $0.documentInteractionControllerDidDismissOpenInMenu(self) }
    }
  }
}

/// Enlarges a preview from a rectangle of a view, and reduces it to that (E-1028).
@MainActor
private final class PreviewZoom: _MainActorNSObject, UIViewControllerTransitioningDelegate,
  UIViewControllerAnimatedTransitioning
{
  @Zeroing private var source: UIView?
  private let rect: CGRect
  private var isPresenting = true
  init(_ source: UIView, _ rect: CGRect) {
    self.rect = rect
    super.init()
    self.source = source
  }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(
        has: "animationControllerForPresentedController:presentingController:sourceController:",
        "animationController(forPresented:presenting:source:)", 0),
      .init(has: "animationControllerForDismissedController:", "animationController(forDismissed:)", 0),
    ]
  }
  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? {
    isPresenting = true
    return self
  }
  func animationController(forDismissed dismissed: UIViewController)
    -> (any UIViewControllerAnimatedTransitioning)?
  {
    isPresenting = false
    return self
  }
  func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?)
    -> TimeInterval
  { 0.3 }
  func animateTransition(using context: any UIViewControllerContextTransitioning) {
    let container = context.containerView
    let shown = context.view(forKey: isPresenting ? .to : .from)
    if isPresenting, let shown {
      if let controller = context.viewController(forKey: .to) {
        shown.frame = context.finalFrame(for: controller)
      }
      container.addSubview(shown)
    } else if let below = context.view(forKey: .to) {
      if let controller = context.viewController(forKey: .to) {
        below.frame = context.finalFrame(for: controller)
      }
      container.insertSubview(below, at: 0)
    }
    let small = shown.map { reduced($0, in: container) } ?? .identity
    if isPresenting {
      shown?.transform = small
      shown?.alpha = 0
    }
    UIView.animate(
      withDuration: 0.3, delay: 0, options: [.internalTransition],
      animations: {
        shown?.transform = self.isPresenting ? .identity : small
        shown?.alpha = self.isPresenting ? 1 : 0
      },
      completion: { _ in
        shown?.transform = .identity
        shown?.alpha = 1
        context.completeTransition(!context.transitionWasCancelled)
      })
  }
  /// The transform that moves a view to the rectangle; the middle of the screen if the source is gone.
  private func reduced(_ view: UIView, in container: UIView) -> CGAffineTransform {
    guard view.bounds.width > 0, view.bounds.height > 0 else { return .identity }
    let target =
      source?.window == nil
      ? CGRect(x: view.center.x, y: view.center.y, width: 1, height: 1)
      : source?.convert(rect, to: container) ?? .zero
    return CGAffineTransform(translationX: target.midX - view.center.x, y: target.midY - view.center.y)
      .scaledBy(
        x: max(target.width / view.bounds.width, 0.01), y: max(target.height / view.bounds.height, 0.01))
  }
}

/// The preview of a file.
@MainActor
private final class FilePreview: UIViewController {
  private let url: URL
  /// Retained here, because a controller does not retain its transitioning delegate.
  var zoom: PreviewZoom?
  var onClose: (() -> Void)?

  init(url: URL, name: String) {
    self.url = url
    super.init(nibName: nil, bundle: nil)
    title = name
    navigationItem.leftBarButtonItem = UIBarButtonItem(
      barButtonSystemItem: .done, target: self, action: "carob_done")
  }
  required init?(coder: NSCoder) { nil }

  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "carob_done", "carob_done()", 0) { unsafeDowncast($0, to: FilePreview.self).onClose?() }
    ]
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    let content = content()
    content.frame = view.bounds
    content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(content)
  }

  private func content() -> UIView {
    if let image = UIImage(contentsOfFile: url.path) {
      let picture = UIImageView(image: image)
      picture.contentMode = .scaleAspectFit
      return picture
    }
    let size = (try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int) ?? 0
    if size < 1 << 20, let text = try? String(contentsOf: url, encoding: .utf8) {
      let view = UITextView()
      view.isEditable = false
      view.font = .preferredFont(forTextStyle: .body)
      view.text = text
      return view
    }
    let label = UILabel()
    label.textAlignment = .center
    label.numberOfLines = 0
    label.text =
      "\(url.lastPathComponent)\n\(ByteCountFormatter.string(fromByteCount: Int64(size), countStyle: .file))"
    return label
  }
}
