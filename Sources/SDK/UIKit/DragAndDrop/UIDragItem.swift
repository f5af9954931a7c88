import CarobFoundation
import CoreGraphics

/// One thing that is dragged: what it can be turned into, and what it is within the app.
@preconcurrency @MainActor
open class UIDragItem: _MainActorNSObject {
  public init(itemProvider: NSItemProvider) {
    self.itemProvider = itemProvider
    super.init()
  }
  public let itemProvider: NSItemProvider
  /// For the app itself; others never see it.
  open var localObject: Any?
  /// What follows the finger once the item is lifted; without one what was lifted does.
  open var previewProvider: (() -> UIDragPreview?)?
}

/// A view to show under the finger.
@preconcurrency @MainActor
open class UIDragPreview: _MainActorNSObject {
  public init(view: UIView, parameters: UIDragPreviewParameters) {
    (self.view, self.parameters) = (view, parameters)
    super.init()
  }
  public convenience init(view: UIView) { self.init(view: view, parameters: UIDragPreviewParameters()) }
  public let view: UIView
  public let parameters: UIDragPreviewParameters
}

/// How a preview looks.
@preconcurrency @MainActor
open class UIDragPreviewParameters: UIPreviewParameters {
  public override init() { super.init() }
  public override init(textLineRects: [NSValue]) { super.init(textLineRects: textLineRects) }
}

/// Where a preview comes from, or goes.
@preconcurrency @MainActor
open class UIPreviewTarget: _MainActorNSObject {
  /// - Parameter center: in the container.
  public init(container: UIView, center: CGPoint, transform: CGAffineTransform) {
    (self.container, self.center, self.transform) = (container, center, transform)
    super.init()
  }
  public convenience init(container: UIView, center: CGPoint) {
    self.init(container: container, center: center, transform: .identity)
  }
  public let container: UIView
  public let center: CGPoint
  public let transform: CGAffineTransform
}

@preconcurrency @MainActor
open class UIDragPreviewTarget: UIPreviewTarget {}

/// The view that stands for an item that is lifted, dropped or put back, and where it is.
@preconcurrency @MainActor
open class UITargetedDragPreview: UITargetedPreview {
  /// The same view, elsewhere.
  open func retargetedPreview(with newTarget: UIDragPreviewTarget) -> UITargetedDragPreview {
    UITargetedDragPreview(view: view, parameters: parameters, target: newTarget)
  }
}
