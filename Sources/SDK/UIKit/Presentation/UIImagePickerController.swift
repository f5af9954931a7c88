import CarobFoundation
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

/// Lets the user choose a picture. The device has no photo library and no camera: the picker shows an empty
/// screen with a Cancel button, which notifies the delegate, and reports that it is not implemented.
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
  open class func isSourceTypeAvailable(_ sourceType: SourceType) -> Bool { false }
  open class func availableMediaTypes(for sourceType: SourceType) -> [String]? { nil }
  open var sourceType = SourceType.photoLibrary
  open var mediaTypes = ["public.image"]
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
    unimplemented("UIImagePickerController (it has nothing to choose from; Cancel works)")
    let empty = UIViewController()
    empty.title = "Photos"
    empty.view.backgroundColor = .systemBackground
    empty.navigationItem.rightBarButtonItem = UIBarButtonItem(
      barButtonSystemItem: .cancel, target: self, action: "carob_cancel:")
    setViewControllers([empty], animated: false)
  }
  open override class var _carobMethods: [_CarobMethod] {
    [
      .init(object: "carob_cancel:", "carob_cancel(_:)", 0) { s, _ in
        unsafeDowncast(s, to: UIImagePickerController.self).cancelled()
      }
    ]
  }
  private func cancelled() {
    guard let delegate = delegate as? any UIImagePickerControllerDelegate,
      Runtime.answers(delegate, "imagePickerControllerDidCancel:")
    else { return dismiss(animated: true) }
    delegate.tell(from: self, "imagePickerControllerDidCancel(_:)", "imagePickerControllerDidCancel:") {
      $0.imagePickerControllerDidCancel(self)
    }
  }
}
