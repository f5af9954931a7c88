import CarobFoundation
import CarobRuntime
import CoreGraphics

/// The contents that a layer draws itself.
extension CALayer {
  // E-150
  func makeContents() {
    if owner == nil, let delegate, Runtime.responds(delegate, "displayLayer:") {
      delegate.display(self)
      return
    }
    let drawsItself = owner.map { $0.layerHasContents(self) } ?? true
    // E-561
    hadNoRoom = drawsItself && (_bounds.width <= 0 || _bounds.height <= 0)
    guard drawsItself, !hadNoRoom else {
      if hasBackingStore {
        hasBackingStore = false
        contentsImage = nil
        markChanged()
      }
      return
    }
    // OPTIMIZATION: nothing is drawn while the screen is not watched.
    if !LayerTree.shared.isSeen, max(_bounds.width, _bounds.height) < 4096,
      owner?.layerDrawsByItself(self) == true
    {
      contentsImage = LayerTree.shared.addImage(png: [], pixelWidth: 0, pixelHeight: 0)
      hasBackingStore = true
      return markChanged()
    }
    willDraw()
    // E-932
    let shown = isDrawnAnimated ? presentation() ?? self : self
    let box = shown._bounds
    guard let context = CGContext.layerContext(size: box.size, scale: contentsScale) else {
      Journal.warn("a layer of \(box.width) × \(box.height) points is too large to draw")
      return
    }
    context.translateBy(x: -box.minX, y: -box.minY)
    // E-937
    if owner.map({ $0.layerIsFilledBlack(self) }) ?? isOpaque {
      context.setFillColor(CGColor(red: 0, green: 0, blue: 0, alpha: 1))
      context.fill(box)
    }
    shown.draw(in: context)
    let image = context.takeImage()
    contentsImage = LayerTree.shared.addImage(
      png: image.pngBytes(), pixelWidth: image.width, pixelHeight: image.height)
    hasBackingStore = true
    markChanged()
  }

  /// E-938: the delegate may prepare the layer before its backing store is made.
  private func willDraw() {
    guard let delegate else { return }
    Journal.deliver(.display, "layerWillDraw(_:)", to: delegate, from: self) { delegate.layerWillDraw(self) }
  }
}
