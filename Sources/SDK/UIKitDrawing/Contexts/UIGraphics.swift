import CarobFoundation
import CoreGraphics

// The current context: a stack per thread.

private final class ContextStack {
  /// The contexts, each with the scale of the image that `UIGraphicsGetImageFromCurrentImageContext`
  /// returns. The scale is nil for contexts pushed by `UIGraphicsPushContext`.
  var contexts: [(context: CGContext, imageScale: CGFloat?)] = []

  /// The stack of the calling thread.
  static var current: ContextStack {
    if let pointer = pthread_getspecific(key) {
      return Unmanaged<ContextStack>.fromOpaque(pointer).takeUnretainedValue()
    }
    let stack = ContextStack()
    pthread_setspecific(key, Unmanaged.passRetained(stack).toOpaque())
    return stack
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { pointer in
      if let pointer { Unmanaged<ContextStack>.fromOpaque(pointer).release() }
    }
    return key
  }()
}

public func UIGraphicsGetCurrentContext() -> CGContext? { ContextStack.current.contexts.last?.context }
public func UIGraphicsPushContext(_ context: CGContext) {
  ContextStack.current.contexts.append((context, nil))
}
public func UIGraphicsPopContext() { _ = ContextStack.current.contexts.popLast() }

public func UIGraphicsBeginImageContext(_ size: CGSize) {
  UIGraphicsBeginImageContextWithOptions(size, false, 1)
}
/// A scale of 0 selects the screen's scale. An empty size starts no context, as on the platform.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
  let density = scale > 0 ? scale : UIImage.screenScale
  guard let context = CGContext(size: size, scale: density, isOpaque: opaque) else { return }
  ContextStack.current.contexts.append((context, density))
}
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  guard let (context, scale) = ContextStack.current.contexts.last, let scale,
    let picture = context.makeImage()
  else {
    return nil
  }
  return UIImage(cgImage: picture, scale: scale, orientation: .up)
}
public func UIGraphicsEndImageContext() {
  guard ContextStack.current.contexts.last?.imageScale != nil else { return }
  _ = ContextStack.current.contexts.popLast()
}

public func UIRectFill(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.fill(rect) }
public func UIRectFillUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
  guard let context = UIGraphicsGetCurrentContext() else { return }
  context.saveGState()
  context.setBlendMode(blendMode)
  context.fill(rect)
  context.restoreGState()
}
/// Draws a frame one point wide inside the rectangle, in the fill colour.
public func UIRectFrame(_ rect: CGRect) { UIRectFrameUsingBlendMode(rect, .normal) }
public func UIRectFrameUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
  guard let context = UIGraphicsGetCurrentContext() else { return }
  context.saveGState()
  context.setBlendMode(blendMode)
  context.beginPath()
  context.addRect(rect)
  context.addRect(rect.insetBy(dx: 1, dy: 1))
  context.fillPath(using: .evenOdd)
  context.restoreGState()
}
public func UIRectClip(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.clip(to: rect) }
