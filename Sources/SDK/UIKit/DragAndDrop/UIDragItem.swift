import CarobFoundation
import CoreGraphics

/// A dragged item: its representations for other apps, and its object within the app.
@preconcurrency @MainActor
open class UIDragItem: _MainActorNSObject {
  public init(itemProvider: NSItemProvider) {
    self.itemProvider = itemProvider
    super.init()
  }
  public let itemProvider: NSItemProvider
  /// An object for use within the app; other apps do not see it.
  open var localObject: Any?
  /// Provides the preview that follows the finger after the lift; without it, the lift preview is used.
  open var previewProvider: (() -> UIDragPreview?)?
}

/// The view shown under the finger during a drag.
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

/// The appearance of a preview.
@preconcurrency @MainActor
open class UIDragPreviewParameters: UIPreviewParameters {
  public override init() { super.init() }
  public override init(textLineRects: [NSValue]) { super.init(textLineRects: textLineRects) }
}

/// The place at which a preview starts or ends.
@preconcurrency @MainActor
open class UIPreviewTarget: _MainActorNSObject {
  /// - Parameter center: in the container's coordinates.
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

/// The view that represents an item that is lifted, dropped or cancelled, and its place.
@preconcurrency @MainActor
open class UITargetedDragPreview: UITargetedPreview {
  /// The same preview with another target.
  open func retargetedPreview(with newTarget: UIDragPreviewTarget) -> UITargetedDragPreview {
    UITargetedDragPreview(view: view, parameters: parameters, target: newTarget)
  }
}
