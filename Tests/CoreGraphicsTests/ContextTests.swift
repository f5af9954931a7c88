import TestSupport
import Testing

@testable import CoreGraphics
@testable import Raster

/// `RRGGBBAA` of the pixel at (x, y) from the top left, not premultiplied.
func hex(_ image: CGImage?, _ x: Int, _ y: Int) -> String {
  guard let surface = image?.surface else { return "none" }
  let word = surface[x, y]
  let alpha = word >> 24
  func text(_ value: UInt32) -> String { (value < 16 ? "0" : "") + String(value, radix: 16, uppercase: true) }
  func channel(_ shift: UInt32) -> UInt32 {
    alpha == 0 ? 0 : ((word >> shift & 255) * 255 + alpha / 2) / alpha
  }
  return text(channel(16)) + text(channel(8)) + text(channel(0)) + text(alpha)
}

private let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
private let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

private func bitmap(_ width: Int = 20, _ height: Int = 20) -> CGContext {
  CGContext(
    data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
    space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)!
}

private func screen(_ scale: CGFloat = 1) -> CGContext {
  CGContext(size: CGSize(width: 20, height: 20), scale: scale)!
}

@Suite struct ContextTests {
  @Test func `a bitmap's origin is at the bottom left, UIKit's at the top left`() {
    for (context, y) in [(bitmap(), 19), (screen(), 0)] {
      context.setFillColor(red)
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
      #expect(hex(context.makeImage(), 0, y) == "FF0000FF")
      #expect(hex(context.makeImage(), 0, 19 - y) == "00000000")
    }
    #expect(bitmap().ctm == .identity)
    #expect(screen(2).ctm == CGAffineTransform(a: 2, b: 0, c: 0, d: -2, tx: 0, ty: 40))
  }

  @Test func `images are drawn upright where y points up and upside down in UIKit's contexts`() {
    let source = bitmap(2, 2)
    source.setFillColor(red)
    source.fill(CGRect(x: 0, y: 1, width: 2, height: 1))
    let image = source.makeImage()!
    #expect(hex(image, 0, 0) == "FF0000FF")
    let up = bitmap()
    up.draw(image, in: CGRect(x: 0, y: 0, width: 20, height: 20))
    #expect(hex(up.makeImage(), 10, 2) == "FF0000FF")
    let down = screen()
    down.draw(image, in: CGRect(x: 0, y: 0, width: 20, height: 20))
    #expect(hex(down.makeImage(), 10, 17) == "FF0000FF")
  }

  @Test func `restoring the graphics state restores all of it`() {
    let context = screen()
    context.setFillColor(red)
    context.saveGState()
    context.setFillColor(blue)
    context.translateBy(x: 10, y: 0)
    context.clip(to: CGRect(x: 0, y: 0, width: 1, height: 1))
    context.setAlpha(0.5)
    context.restoreGState()
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    #expect(hex(context.makeImage(), 5, 15) == "FF0000FF")
    context.restoreGState()
  }

  @Test func `fill rules, strokes and clips paint where they should`() {
    let context = screen()
    context.addRect(CGRect(x: 0, y: 0, width: 20, height: 20))
    context.addRect(CGRect(x: 5, y: 5, width: 10, height: 10))
    context.setFillColor(red)
    context.fillPath(using: .evenOdd)
    #expect(hex(context.makeImage(), 2, 2) == "FF0000FF")
    #expect(hex(context.makeImage(), 10, 10) == "00000000")
    #expect(context.isPathEmpty)
    context.clip(to: CGRect(x: 8, y: 8, width: 2, height: 2))
    #expect(context.boundingBoxOfClipPath == CGRect(x: 8, y: 8, width: 2, height: 2))
    context.setStrokeColor(blue)
    context.setLineWidth(4)
    context.stroke(CGRect(x: 8, y: 8, width: 10, height: 10))
    #expect(hex(context.makeImage(), 8, 8) == "0000FFFF")
    #expect(hex(context.makeImage(), 12, 8) == "00000000")
  }

  @Test func `drawing a rectangle does not disturb the path under construction`() {
    let context = screen()
    context.move(to: CGPoint(x: 3, y: 4))
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    context.fillEllipse(in: CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(context.currentPointOfPath == CGPoint(x: 3, y: 4))
    context.addLine(to: CGPoint(x: 10, y: 4))
    #expect(context.boundingBoxOfPath == CGRect(x: 3, y: 4, width: 7, height: 0))
  }

  @Test func `clear, copy and source-in replace only what they cover`() {
    let context = screen()
    context.setFillColor(red)
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 10))
    context.clear(CGRect(x: 0, y: 0, width: 5, height: 5))
    #expect(hex(context.makeImage(), 2, 2) == "00000000")
    context.setBlendMode(.sourceIn)
    context.setFillColor(blue)
    context.fill(CGRect(x: 10, y: 0, width: 10, height: 20))
    #expect(hex(context.makeImage(), 15, 5) == "0000FFFF")
    #expect(hex(context.makeImage(), 15, 15) == "00000000")
    #expect(hex(context.makeImage(), 7, 5) == "FF0000FF")
  }

  @Test func `multiply and screen compute the product and the inverted product`() {
    let context = screen()
    context.setFillColor(red: 0.5, green: 0.5, blue: 1, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    context.setBlendMode(.multiply)
    context.setFillColor(red: 0.5, green: 1, blue: 0, alpha: 1)
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    #expect(["408000FF", "407F00FF", "3F8000FF"].contains(hex(context.makeImage(), 5, 5)))
  }

  @Test func `a positive shadow offset points down in UIKit's contexts and up in bitmap contexts`() {
    for (context, y) in [(screen(), 14), (bitmap(), 5)] {
      context.setShadow(offset: CGSize(width: 0, height: 5), blur: 0, color: blue)
      context.setFillColor(red)
      context.fill(CGRect(x: 5, y: 5, width: 10, height: 10).insetBy(dx: 0, dy: 3))
      #expect(hex(context.makeImage(), 10, 10) == "FF0000FF")
      #expect(hex(context.makeImage(), 10, y) == "0000FFFF")
    }
  }

  @Test func `a transparency layer is composited as a whole`() {
    let context = screen()
    context.setAlpha(0.5)
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.setFillColor(red)
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    context.setFillColor(blue)
    context.fill(CGRect(x: 0, y: 0, width: 10, height: 20))
    context.endTransparencyLayer()
    #expect(hex(context.makeImage(), 5, 5).hasPrefix("0000FF"))
    #expect(["7F", "80"].contains(hex(context.makeImage(), 5, 5).suffix(2)))
  }

  @Test func `gradients end at their end points unless an option extends them`() {
    let gradient = CGGradient(colorsSpace: nil, colors: [red, blue], locations: [0, 1])!
    let context = screen()
    context.drawLinearGradient(
      gradient, start: CGPoint(x: 5, y: 0), end: CGPoint(x: 15, y: 0), options: .drawsAfterEndLocation)
    #expect(hex(context.makeImage(), 2, 5) == "00000000")
    #expect(hex(context.makeImage(), 18, 5) == "0000FFFF")
    let middle = context.makeImage()!.surface[10, 5]
    #expect((100...150).contains(middle >> 16 & 255))
    let round = screen()
    round.drawRadialGradient(
      gradient, startCenter: CGPoint(x: 10, y: 10), startRadius: 0, endCenter: CGPoint(x: 10, y: 10),
      endRadius: 8, options: [])
    #expect(round.makeImage()!.surface[10, 10] >> 16 & 255 > 220)
    #expect(hex(round.makeImage(), 0, 0) == "00000000")
  }

  @Test func `drawing shows where a mask is opaque`() {
    let shape = bitmap()
    shape.setFillColor(red)
    shape.fill(CGRect(x: 0, y: 10, width: 20, height: 10))
    let context = bitmap()
    context.saveGState()
    context.clip(to: CGRect(x: 0, y: 0, width: 20, height: 20), mask: shape.makeImage()!)
    context.setFillColor(blue)
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    context.restoreGState()
    #expect(hex(context.makeImage(), 10, 5) == "0000FFFF")
    #expect(hex(context.makeImage(), 10, 15) == "00000000")
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(hex(context.makeImage(), 0, 19) != "00000000")
  }

  @Test func `the app's own memory is drawn into and read back`() {
    var memory = [UInt8](repeating: 0, count: 4 * 4 * 4)
    memory.withUnsafeMutableBytes { bytes in
      let context = CGContext(
        data: bytes.baseAddress, width: 4, height: 4, bitsPerComponent: 8, bytesPerRow: 16,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)!
      context.setFillColor(red)
      context.fill(CGRect(x: 0, y: 3, width: 1, height: 1))
      #expect(Array(bytes[0..<4]) == [255, 0, 0, 255])
      bytes[4..<8].copyBytes(from: [0, 0, 255, 255])
      #expect(hex(context.makeImage(), 1, 0) == "0000FFFF")
    }
    var gray = [UInt8](repeating: 7, count: 16)
    gray.withUnsafeMutableBytes { bytes in
      let context = CGContext(
        data: bytes.baseAddress, width: 4, height: 4, bitsPerComponent: 8, bytesPerRow: 4,
        space: CGColorSpaceCreateDeviceGray(), bitmapInfo: CGImageAlphaInfo.none.rawValue)!
      context.setFillColor(gray: 0.5, alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
      #expect(bytes[0] == 7)
      #expect((127...128).contains(bytes[12]))
    }
  }

  @Test func `unsupported pixel layouts give no context`() {
    #expect(
      CGContext(
        data: nil, width: 4, height: 4, bitsPerComponent: 16, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue) == nil)
    #expect(CGContext(size: .zero, scale: 2) == nil)
  }

  @Test func `later drawing works after a scale by zero`() {
    let context = screen()
    context.saveGState()
    context.scaleBy(x: 0, y: 1)
    context.setFillColor(red)
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    context.restoreGState()
    context.setFillColor(blue)
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    #expect(hex(context.makeImage(), 5, 5) == "0000FFFF")
  }

  @Test func `the current path can be read, stroked and hit-tested`() {
    let context = screen()
    context.addArc(
      center: CGPoint(x: 10, y: 10), radius: 5, startAngle: 0, endAngle: 2 * .pi, clockwise: false)
    context.closePath()
    #expect(context.pathContains(CGPoint(x: 10, y: 10), mode: .fill))
    context.setLineWidth(2)
    #expect(!context.pathContains(CGPoint(x: 10, y: 10), mode: .stroke))
    context.replacePathWithStrokedPath()
    #expect(!context.pathContains(CGPoint(x: 10, y: 10), mode: .fill))
    #expect(context.pathContains(CGPoint(x: 15.5, y: 10), mode: .fill))
  }

  @Test func `a pattern tiles from the origin`() {
    let tile = bitmap(4, 4)
    tile.setFillColor(red)
    tile.fill(CGRect(x: 0, y: 2, width: 4, height: 2))
    let context = screen()
    context.translateBy(x: 0, y: 1)
    context.setFillColor(CGColor(pattern: tile.makeImage()!, scale: 1))
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 19))
    #expect(hex(context.makeImage(), 3, 1) == "FF0000FF")
    #expect(hex(context.makeImage(), 3, 2) == "00000000")
    #expect(hex(context.makeImage(), 3, 5) == "FF0000FF")
  }

  @Test(.rule("E-939"))
  func `edges are hard if the context does not smooth them, whatever state is restored`() {
    func halves(_ context: CGContext) -> Int {
      context.setFillColor(red)
      context.fillEllipse(in: CGRect(x: 2, y: 2, width: 15, height: 15))
      let image = context.makeImage()
      return (0..<400).count {
        ["00", "FF"].contains(String(hex(image, $0 % 20, $0 / 20).suffix(2))) == false
      }
    }
    #expect(halves(screen()) > 10)
    let hard = screen()
    hard.setAllowsAntialiasing(false)
    #expect(halves(hard) == 0)
    let state = screen()
    state.saveGState()
    state.setShouldAntialias(false)
    #expect(halves(state) == 0)
    let restored = screen()
    restored.saveGState()
    restored.setShouldAntialias(false)
    restored.restoreGState()
    #expect(halves(restored) > 10)
    let never = screen()
    never.saveGState()
    never.setAllowsAntialiasing(false)
    never.restoreGState()
    never.setShouldAntialias(true)
    #expect(halves(never) == 0)
  }

  @Test(.rule("E-950")) func `a coloured pattern tiles the plane at its steps`() {
    var callbacks = CGPatternCallbacks(
      version: 0,
      drawPattern: { _, context in
        context.setFillColor(red)
        context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
      }, releaseInfo: nil)
    let pattern = CGPattern(
      info: nil, bounds: CGRect(x: 0, y: 0, width: 4, height: 4), matrix: .identity, xStep: 4, yStep: 5,
      tiling: .constantSpacing, isColored: true, callbacks: &callbacks)!
    let context = bitmap()
    context.setFillColorSpace(CGColorSpace(patternBaseSpace: nil)!)
    var alpha: CGFloat = 1
    context.setFillPattern(pattern, colorComponents: &alpha)
    context.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    let image = context.makeImage()
    // The origin is at the bottom left.
    #expect(hex(image, 0, 19) == "FF0000FF" && hex(image, 1, 18) == "FF0000FF")
    #expect(hex(image, 2, 19) == "00000000" && hex(image, 0, 17) == "00000000")
    #expect(
      hex(image, 4, 14) == "FF0000FF" && hex(image, 5, 13) == "FF0000FF" && hex(image, 4, 15) == "00000000")
  }

  @Test(.rule("E-950")) func `an uncoloured pattern is painted in the given colour`() {
    var callbacks = CGPatternCallbacks(
      version: 0, drawPattern: { _, context in context.fill(CGRect(x: 0, y: 0, width: 1, height: 1)) },
      releaseInfo: nil)
    let pattern = CGPattern(
      info: nil, bounds: CGRect(x: 0, y: 0, width: 1, height: 1), matrix: .identity, xStep: 2, yStep: 2,
      tiling: .noDistortion, isColored: false, callbacks: &callbacks)!
    let context = bitmap()
    context.setStrokeColorSpace(CGColorSpace(patternBaseSpace: CGColorSpaceCreateDeviceRGB())!)
    context.setStrokePattern(pattern, colorComponents: [0, 0, 1, 1])
    context.setLineWidth(20)
    context.strokeLineSegments(between: [CGPoint(x: 0, y: 10), CGPoint(x: 20, y: 10)])
    let image = context.makeImage()
    #expect(
      hex(image, 0, 19) == "0000FFFF" && hex(image, 1, 19) == "00000000" && hex(image, 2, 17) == "0000FFFF")
  }

  @Test(.rule("E-950")) func `a pattern releases its info, and needs an area`() {
    final class Counter: @unchecked Sendable { var count = 0 }
    let counter = Counter()
    var callbacks = CGPatternCallbacks(version: 0, drawPattern: nil, releaseInfo: { _ in counter.count += 1 })
    func make(_ side: CGFloat, _ step: CGFloat) -> CGPattern? {
      CGPattern(
        info: nil, bounds: CGRect(x: 0, y: 0, width: side, height: side), matrix: .identity, xStep: step,
        yStep: step, tiling: .noDistortion, isColored: true, callbacks: &callbacks)
    }
    #expect(make(0, 1) == nil && make(1, 0) == nil && counter.count == 0)
    #expect(make(1, 1) != nil && counter.count == 1)
  }
}
