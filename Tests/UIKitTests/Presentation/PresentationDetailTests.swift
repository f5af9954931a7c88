import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Transition styles of contexts, alert views that are removed, sheets that scroll, and pickers.
@MainActor @Suite(.serialized) struct PresentationDetailTests {
  @Test(.rule("E-1018"), arguments: [true, false])
  func `a context provides the transition style of its presentations`(_ provides: Bool) {
    withDevice { device in
      let (root, context, presented) = (UIViewController(), UIViewController(), UIViewController())
      device.show(root)
      root.addChild(context)
      root.view.addSubview(context.view)
      context.didMove(toParent: root)
      (context.definesPresentationContext, context.providesPresentationContextTransitionStyle) = (
        true, provides
      )
      context.modalTransitionStyle = .crossDissolve
      presented.modalPresentationStyle = .overCurrentContext
      context.present(presented, animated: true)
      device.turn()
      let moves = presented.view.layer.animationKeys()?.contains("position") == true
      device.advance(1)
      // The cover comes from below, the dissolve stays in place.
      #expect(presented.presentation?.presentingViewController === context)
      #expect(moves != provides)
    }
  }

  private final class Listener: NSObject, UIAlertViewDelegate {
    let log: Log
    init(_ log: Log) {
      self.log = log
      super.init()
    }
    override class var _carobMethods: [_CarobMethod] {
      has(
        "alertView:clickedButtonAtIndex:", "alertView:willDismissWithButtonIndex:",
        "alertView:didDismissWithButtonIndex:")
    }
    func alertView(_ alertView: UIAlertView, clickedButtonAt buttonIndex: Int) {
      log("clicked \(buttonIndex)")
    }
    func alertView(_ alertView: UIAlertView, willDismissWithButtonIndex buttonIndex: Int) {
      log("will dismiss \(buttonIndex)")
    }
    func alertView(_ alertView: UIAlertView, didDismissWithButtonIndex buttonIndex: Int) {
      log("did dismiss \(buttonIndex), visible \(alertView.isVisible)")
    }
  }
  private final class Canceller: NSObject, UIAlertViewDelegate {
    let log: Log
    init(_ log: Log) {
      self.log = log
      super.init()
    }
    override class var _carobMethods: [_CarobMethod] {
      has("alertView:clickedButtonAtIndex:", "alertViewCancel:", "alertView:didDismissWithButtonIndex:")
    }
    func alertView(_ alertView: UIAlertView, clickedButtonAt buttonIndex: Int) {
      log("clicked \(buttonIndex)")
    }
    func alertViewCancel(_ alertView: UIAlertView) { log("cancelled") }
    func alertView(_ alertView: UIAlertView, didDismissWithButtonIndex buttonIndex: Int) {
      log("did dismiss \(buttonIndex), visible \(alertView.isVisible)")
    }
  }

  private func removing(_ delegate: any UIAlertViewDelegate, _ device: TestDevice) -> [String] {
    let (root, sheet) = (UIViewController(), UIViewController())
    device.show(root)
    sheet.modalPresentationStyle = .fullScreen
    root.present(sheet, animated: false)
    device.turn()
    device.advance(1)
    let alert = UIAlertView(
      title: "Over", message: "", delegate: delegate, cancelButtonTitle: "No", otherButtonTitles: "Sure!")
    alert.show()
    device.advance(1)
    #expect(alert.isVisible)
    root.dismiss(animated: false)
    device.advance(1)
    device.turn()
    return device.log.take()
  }

  @Test(.rule("E-1019")) func `an alert view that disappears with its presenter is cancelled`() {
    withDevice { device in
      #expect(
        removing(Listener(device.log), device) == [
          "clicked 0", "will dismiss 0", "did dismiss 0, visible false",
        ])
    }
    withDevice { device in
      #expect(
        removing(Canceller(device.log), device) == ["cancelled", "did dismiss 0, visible false"])
    }
  }

  @Test(.rule("E-1021"), arguments: [true, false])
  func `a drag up in the content makes the sheet larger first`(_ prefers: Bool) throws {
    try withDevice { device in
      let (root, controller) = (UIViewController(), UIViewController())
      device.show(root)
      let scroll = UIScrollView()
      scroll.contentSize = CGSize(width: 100, height: 3000)
      controller.view.addSubview(scroll)
      let sheet = try #require(controller.sheetPresentationController)
      sheet.detents = [.medium(), .large()]
      sheet.prefersScrollingExpandsWhenScrolledToEdge = prefers
      root.present(controller, animated: false)
      device.turn()
      device.advance(1)
      scroll.frame = controller.view.bounds
      device.turn()
      let middle = UIScreen.main.bounds.height / 2
      @MainActor func drag(_ from: CGFloat, _ to: CGFloat) {
        device.down(100, from)
        for y in stride(from: from - 10, through: to, by: -10) {
          device.advance(0.02)
          device.move(100, y)
        }
        device.advance(0.3)
        device.up(100, to)
        device.advance(3)
      }
      drag(middle + 250, middle - 120)
      #expect(sheet.selectedDetentIdentifier == (prefers ? .large : nil))
      #expect((scroll.contentOffset.y > 0) != prefers)
      // The largest sheet scrolls.
      scroll.frame = controller.view.bounds
      device.turn()
      drag(middle + 250, middle - 120)
      #expect(scroll.contentOffset.y > 0)
    }
  }

  private final class FontListener: NSObject, UIFontPickerViewControllerDelegate {
    let log: Log
    init(_ log: Log) {
      self.log = log
      super.init()
    }
    func fontPickerViewControllerDidCancel(_ viewController: UIFontPickerViewController) { log("cancelled") }
    nonisolated override class var _carobMethods: [_CarobMethod] { has("fontPickerViewControllerDidCancel:") }
  }

  @Test(.rule("E-993")) func `a font picker reports each of its dismissals`() {
    withDevice { device in
      let (root, picker, listener) = (
        UIViewController(), UIFontPickerViewController(), FontListener(device.log)
      )
      picker.delegate = listener
      device.show(root)
      for _ in 0..<3 {
        root.present(picker, animated: true)
        device.turn()
        device.advance(1)
        #expect(root.presentedViewController === picker)
        root.dismiss(animated: true)
        device.advance(1)
        device.turn()
        #expect(device.log.take() == ["cancelled"])
      }
      root.present(picker, animated: true)
      device.turn()
      device.advance(1)
      device.tap(label: "Cancel")
      device.advance(1)
      #expect(device.log.take() == ["cancelled"])
    }
  }

  private final class Pictures: NSObject, UIImagePickerControllerDelegate, UINavigationControllerDelegate {
    let log: Log
    var info: [UIImagePickerController.InfoKey: Any] = [:]
    init(_ log: Log) {
      self.log = log
      super.init()
    }
    func imagePickerController(
      _ picker: UIImagePickerController,
      didFinishPickingMediaWithInfo info: [UIImagePickerController.InfoKey: Any]
    ) {
      self.info = info
      log("picked \(info[.mediaType] as? String ?? "nothing")")
      picker.dismiss(animated: true)
    }
    override class var _carobMethods: [_CarobMethod] {
      has("imagePickerController:didFinishPickingMediaWithInfo:")
    }
  }
  private var labels: [String] { ScreenDescription.elements().compactMap(\.label) }

  @Test(.rule("E-1027")) func `the user picks a photo, and a part of one`() throws {
    #expect(UIImagePickerController.isSourceTypeAvailable(.photoLibrary))
    #expect(!UIImagePickerController.isSourceTypeAvailable(.camera))
    #expect(UIImagePickerController.availableMediaTypes(for: .photoLibrary) == ["public.image"])
    #expect(UIImagePickerController.availableMediaTypes(for: .camera) == nil)
    try withDevice { device in
      let (root, pictures) = (UIViewController(), Pictures(device.log))
      device.show(root)
      let picker = UIImagePickerController()
      picker.delegate = pictures
      root.present(picker, animated: true)
      device.turn()
      device.advance(1)
      device.tap(label: "Photo 1")
      device.advance(1)
      #expect(device.log.take() == ["picked public.image"] && root.presentedViewController == nil)
      let image = try #require(pictures.info[.originalImage] as? UIImage)
      #expect(image.size == CGSize(width: 400, height: 300) && pictures.info[.editedImage] == nil)
      let url = try #require(pictures.info[.imageURL] as? URL)
      #expect(UIImage(contentsOfFile: url.path)?.cgImage?.width == image.cgImage?.width)

      picker.allowsEditing = true
      root.present(picker, animated: true)
      device.turn()
      device.advance(1)
      device.tap(label: "Photo 1")
      device.advance(1)
      device.tap(label: "Choose")
      device.advance(1)
      #expect(device.log.take() == ["picked public.image"])
      // The square in the middle, in pixels.
      let part = (pictures.info[.cropRect] as? NSValue)?.cgRectValue
      #expect(part == CGRect(x: 100, y: 0, width: 600, height: 600))
      #expect((pictures.info[.editedImage] as? UIImage)?.size == CGSize(width: 300, height: 300))
    }
  }

  @Test(.rule("E-1027")) func `a picker for other media is empty, and the camera is not available`() async {
    withDevice { device in
      let root = UIViewController()
      device.show(root)
      let picker = UIImagePickerController()
      picker.mediaTypes = ["public.movie"]
      root.present(picker, animated: true)
      device.turn()
      device.advance(1)
      #expect(labels.contains("No Photos or Videos") && !labels.contains("Photo 1"))
      picker.mediaTypes = ["public.movie", "public.image"]
      device.turn()
      #expect(!labels.contains("No Photos or Videos") && labels.contains("Photo 6"))
      device.tap(label: "Cancel")
      device.advance(1)
      #expect(root.presentedViewController == nil)
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run { UIImagePickerController().sourceType = .camera }
    }
  }
}
