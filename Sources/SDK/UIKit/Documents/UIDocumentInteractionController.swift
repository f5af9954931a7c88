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
  open weak var delegate: (any UIDocumentInteractionControllerDelegate)?
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
    delegate?.tell(
      from: self, "documentInteractionControllerWillBeginPreview(_:)",
      "documentInteractionControllerWillBeginPreview:"
    ) { $0.documentInteractionControllerWillBeginPreview(self) }
    let screen = FilePreview(url: url, name: name ?? "")
    screen.onClose = { [weak self] in self?.dismissPreview(animated: true) }
    let shown = UINavigationController(rootViewController: screen)
    shown.modalPresentationStyle = .fullScreen
    preview = shown
    (presenter.navigationController ?? presenter).present(shown, animated: animated)
    return true
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
    sheet.completionWithItemsHandler = { [weak self] _, _, _, _ in
      self?.menu = nil
      self?.tell(kind, begins: false)
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

/// The preview of a file.
@MainActor
private final class FilePreview: UIViewController {
  private let url: URL
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
