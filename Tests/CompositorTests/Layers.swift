import DeviceProtocol
import Testing

@testable import Compositor
@testable import Raster

/// A layer whose box is this rectangle of its superlayer.
func layer(
  _ id: UInt64, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
  _ edit: (inout LayerState) -> Void = { _ in }
) -> LayerState {
  var layer = LayerState(id: id, name: "CALayer")
  (layer.width, layer.height) = (width, height)
  (layer.positionX, layer.positionY) = (x + width / 2, y + height / 2)
  edit(&layer)
  return layer
}

func commit(
  _ layers: [LayerState], roots: [UInt64] = [1], images: [LayerImage] = [], animations: [LayerAnimation] = [],
  removed: [UInt64] = [], time: Double = 0
) -> Commit {
  Commit(
    sequence: 1, time: time, roots: roots, layers: layers, removed: removed, images: images,
    animations: animations)
}

/// The screen of 100 × 100 points after one commit.
func picture(
  _ layers: [LayerState], images: [LayerImage] = [], animations: [LayerAnimation] = [], at time: Double = 0,
  scale: Double = 1
) throws -> Bitmap {
  let scene = LayerScene()
  try scene.apply(commit(layers, images: images, animations: animations))
  return try #require(scene.render(width: 100, height: 100, scale: scale, at: time))
}

/// `RRGGBB` of a pixel.
func hex(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> String {
  let pixel = bitmap[x, y]
  return [pixel.red, pixel.green, pixel.blue].map { value in
    let text = String(value, radix: 16, uppercase: true)
    return text.count == 1 ? "0" + text : text
  }.joined()
}

let red = LayerColor(red: 1, green: 0, blue: 0, alpha: 1)
let green = LayerColor(red: 0, green: 1, blue: 0, alpha: 1)
let blue = LayerColor(red: 0, green: 0, blue: 1, alpha: 1)
let black = LayerColor(red: 0, green: 0, blue: 0, alpha: 1)

/// An image of one colour per cell.
func image(_ id: UInt64, _ rows: [[UInt32]], cell: Int = 1) -> LayerImage {
  let size = (rows[0].count * cell, rows.count * cell)
  let surface = Surface(width: size.0, height: size.1)!
  for y in 0..<size.1 { for x in 0..<size.0 { surface[x, y] = 0xFF00_0000 | rows[y / cell][x / cell] } }
  return LayerImage(id: id, pixelWidth: size.0, pixelHeight: size.1, png: surface.pngBytes())
}
