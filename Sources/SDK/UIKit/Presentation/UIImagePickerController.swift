import CarobFoundation
@_spi(Hazards) import CarobRuntime
import CoreGraphics

/// Receives the picked media. Both methods are optional.
@preconcurrency @MainActor
public protocol UIImagePickerControllerDelegate: NSObjectProtocol, _CarobOptional {
  func imagePickerController(
    _ picker: UIImagePickerController,
    didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any])
  func imagePickerControllerDidCancel(_ picker: UIImagePickerController)
}
extension UIImagePickerControllerDelegate {
  public func imagePickerController(
    _ picker: UIImagePickerController,
    didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
  ) {}
  public func imagePickerControllerDidCancel(_ picker: UIImagePickerController) {
    picker.dismiss(animated: true)
  }
}

/// Lets the user choose a picture of the simulated photo library (E-1027).
///
/// The library has six pictures and those that the user saved with the share sheet. There is no camera, as in other
/// simulators, and there are no films.
@preconcurrency @MainActor
open class UIImagePickerController: UINavigationController {
  public enum SourceType: Int, Sendable { case photoLibrary, camera, savedPhotosAlbum }
  public struct InfoKey: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let mediaType = InfoKey(rawValue: "UIImagePickerControllerMediaType")
    public static let originalImage = InfoKey(rawValue: "UIImagePickerControllerOriginalImage")
    public static let editedImage = InfoKey(rawValue: "UIImagePickerControllerEditedImage")
    public static let cropRect = InfoKey(rawValue: "UIImagePickerControllerCropRect")
    public static let mediaURL = InfoKey(rawValue: "UIImagePickerControllerMediaURL")
    public static let imageURL = InfoKey(rawValue: "UIImagePickerControllerImageURL")
  }
  open class func isSourceTypeAvailable(_ sourceType: SourceType) -> Bool { sourceType != .camera }
  open class func availableMediaTypes(for sourceType: SourceType) -> [String]? {
    isSourceTypeAvailable(sourceType) ? ["public.image"] : nil
  }
  /// Where pictures come from. The camera raises an exception (E-1027.1).
  open var sourceType = SourceType.photoLibrary {
    didSet {
      guard !Self.isSourceTypeAvailable(sourceType) else { return }
      NSException.raise(
        .invalidArgumentException, "E-1027: Source type \(sourceType.rawValue) not available")
    }
  }
  /// What the user can choose. Without a type of which the source has items, nothing is shown.
  open var mediaTypes = ["public.image"] {
    didSet { (viewControllers.first as? PhotoGrid)?.update() }
  }
  open var allowsEditing = false
  /// A view over the camera's picture.
  open var cameraOverlayView: UIView? {
    didSet { if cameraOverlayView != nil { Self.withoutCamera("cameraOverlayView") } }
  }
  open var showsCameraControls = true {
    didSet { if !showsCameraControls { Self.withoutCamera("showsCameraControls") } }
  }
  open func takePicture() { Self.withoutCamera("takePicture()") }
  private static func withoutCamera(_ name: String) {
    unimplemented("UIImagePickerController.\(name) (the device has no camera)")
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    let grid = PhotoGrid(picker: self)
    grid.title = sourceType == .savedPhotosAlbum ? "Recents" : "Photos"
    grid.navigationItem.rightBarButtonItem = UIBarButtonItem(
      barButtonSystemItem: .cancel, target: self, action: "carob_cancel:")
    setViewControllers([grid], animated: false)
  }
  /// The photos that the picker offers.
  fileprivate var offered: [PhotoLibrary.Photo] {
    let isWanted = mediaTypes.contains {
      ["public.image", "public.png", "public.data", "public.item"].contains($0)
    }
    return isWanted ? PhotoLibrary.shared.photos : []
  }

  open override class var _carobMethods: [_CarobMethod] {
    [
      .init(object: "carob_cancel:", "carob_cancel(_:)", 0) { s, _ in
        unsafeDowncast(s, to: UIImagePickerController.self).cancelled()
      }
    ]
  }
  private var pickerDelegate: (any UIImagePickerControllerDelegate)? {
    delegate as? any UIImagePickerControllerDelegate
  }
  private func cancelled() {
    guard let delegate = pickerDelegate, Runtime.answers(delegate, "imagePickerControllerDidCancel:")
    else { return dismiss(animated: true) }
    delegate.tell(from: self, "imagePickerControllerDidCancel(_:)", "imagePickerControllerDidCancel:") {
      $0.imagePickerControllerDidCancel(self)
    }
  }

  // E-1027.2
  fileprivate func chosen(_ photo: PhotoLibrary.Photo) {
    guard allowsEditing else { return finish(photo, nil) }
    let editor = PhotoEditor(photo) { [weakSelf = ZeroingElement(self)] in weakSelf.object?.finish(photo, $0)
    }
    pushViewController(editor, animated: true)
  }
  private func finish(_ photo: PhotoLibrary.Photo, _ crop: CGRect?) {
    var info: [InfoKey: Any] = [.mediaType: "public.image", .originalImage: photo.image]
    if let url = Self.write(photo) { info[.imageURL] = url }
    if let crop, let image = photo.image.cgImage {
      let scale = photo.image.scale
      let pixels = CGRect(
        x: crop.minX * scale, y: crop.minY * scale, width: crop.width * scale, height: crop.height * scale)
      info[.cropRect] = NSValue(cgRect: pixels)
      if let part = image.cropping(to: pixels) {
        info[.editedImage] = UIImage(cgImage: part, scale: scale, orientation: .up)
      }
    }
    let name = "imagePickerController(_:didFinishPickingMediaWithInfo:)"
    let selector: Selector = "imagePickerController:didFinishPickingMediaWithInfo:"
    guard let delegate = pickerDelegate, Runtime.answers(delegate, selector) else {
      Journal.note(
        .delegate, name, outcome: "unhandled", why: "the picker's delegate does not implement it",
        sender: self,
        category: .user)
      return dismiss(animated: true)
    }
    delegate.tell(from: self, name, selector) {
      $0.imagePickerController(self, didFinishPickingMediaWithInfo: info)
    }
  }
  /// Writes the picture where the app can read it.
  private static func write(_ photo: PhotoLibrary.Photo) -> URL? {
    let name = photo.name.replacingOccurrences(of: " ", with: "-") + ".png"
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    guard let data = photo.image.pngData(), (try? data.write(to: url)) != nil else { return nil }
    return url
  }
}

/// The pictures of the library in three columns.
@MainActor
private final class PhotoGrid: UIViewController {
  @Zeroing private var picker: UIImagePickerController?
  private let scroll = UIScrollView()
  private let empty = UILabel()
  private var buttons: [TapButton] = []

  init(picker: UIImagePickerController) {
    self.picker = picker
    super.init(nibName: nil, bundle: nil)
  }
  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    scroll.frame = view.bounds
    scroll.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    view.addSubview(scroll)
    empty.text = "No Photos or Videos"
    empty.textColor = .secondaryLabel
    empty.textAlignment = .center
    view.addSubview(empty)
    update()
  }
  func update() {
    guard isViewLoaded, let picker else { return }
    for button in buttons { button.removeFromSuperview() }
    let photos = picker.offered
    buttons = photos.map { photo in
      let button = TapButton(type: .custom)
      button.accessibilityLabel = photo.name
      button.setBackgroundImage(photo.image, for: .normal)
      button.clipsToBounds = true
      button.onTap = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.picker?.chosen(photo) }
      scroll.addSubview(button)
      return button
    }
    empty.isHidden = !photos.isEmpty
    view.setNeedsLayout()
  }
  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let side = ((view.bounds.width - 4) / 3).rounded(.down)
    for (index, button) in buttons.enumerated() {
      button.frame = CGRect(
        x: CGFloat(index % 3) * (side + 2), y: CGFloat(index / 3) * (side + 2), width: side, height: side)
    }
    scroll.contentSize = CGSize(
      width: view.bounds.width, height: CGFloat((buttons.count + 2) / 3) * (side + 2))
    empty.frame = CGRect(x: 0, y: view.bounds.midY - 20, width: view.bounds.width, height: 40)
  }
}

/// Lets the user move and enlarge a picture below a square, which is the part that is chosen.
@MainActor
private final class PhotoEditor: UIViewController, UIScrollViewDelegate {
  private let photo: PhotoLibrary.Photo
  private let onChoose: (CGRect) -> Void
  private let scroll = UIScrollView()
  private let picture = UIImageView()

  init(_ photo: PhotoLibrary.Photo, _ onChoose: @escaping (CGRect) -> Void) {
    (self.photo, self.onChoose) = (photo, onChoose)
    super.init(nibName: nil, bundle: nil)
    title = "Move and Scale"
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: "Choose", style: .done, target: self, action: "carob_choose")
  }
  required init?(coder: NSCoder) { nil }
  nonisolated override class var _carobMethods: [_CarobMethod] {
    [
      .init(none: "carob_choose", "carob_choose()", 0) {
        unsafeDowncast($0, to: PhotoEditor.self).choose()
      },
      .init(has: "viewForZoomingInScrollView:", "viewForZooming(in:)", 0),
    ]
  }
  func viewForZooming(in scrollView: UIScrollView) -> UIView? { picture }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    picture.image = photo.image
    picture.frame = CGRect(origin: .zero, size: photo.image.size)
    scroll.delegate = self
    scroll.addSubview(picture)
    scroll.contentSize = photo.image.size
    scroll.layer.borderColor = UIColor.white.cgColor
    scroll.layer.borderWidth = 1
    view.addSubview(scroll)
  }
  private var placedSide: CGFloat = 0
  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let side = min(
      view.bounds.width, view.bounds.height - view.safeAreaInsets.top - view.safeAreaInsets.bottom)
    guard side > 0, side != placedSide else { return }
    placedSide = side
    scroll.frame = CGRect(
      x: (view.bounds.width - side) / 2, y: (view.bounds.height - side) / 2, width: side, height: side)
    let least = side / min(photo.image.size.width, photo.image.size.height)
    (scroll.minimumZoomScale, scroll.maximumZoomScale) = (least, least * 4)
    scroll.zoomScale = least
    scroll.contentOffset = CGPoint(
      x: (scroll.contentSize.width - side) / 2, y: (scroll.contentSize.height - side) / 2)
  }
  private func choose() {
    let scale = max(scroll.zoomScale, 0.001)
    let part = CGRect(
      x: scroll.contentOffset.x / scale, y: scroll.contentOffset.y / scale,
      width: scroll.bounds.width / scale, height: scroll.bounds.height / scale)
    onChoose(part.intersection(CGRect(origin: .zero, size: photo.image.size)))
  }
}
