import UIKit

class PreviewedController: UIViewController {
  @objc func fire() {}
}
#Preview { PreviewedController() }
@available(iOS 17, *)  // of the #Preview
#Preview("named", traits: .portrait) {
  let controller = PreviewedController()  // in the #Preview
  controller.perform(#selector(PreviewedController.fire))  // in the #Preview
  return controller  // in the #Preview
}  // of the #Preview
#if DEBUG
  #Preview("debug") { PreviewedController() }
#endif
func afterPreviews() -> Selector { #selector(PreviewedController.fire) }
