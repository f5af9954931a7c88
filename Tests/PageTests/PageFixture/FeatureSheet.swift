import CCairo
import DeviceProtocol

/// A sheet with one layer feature in each cell, for comparing the page with the headless picture.
struct FeatureSheet {
  private(set) var layers: [LayerState] = []
  private(set) var images: [LayerImage] = []
  private(set) var animations: [LayerAnimation] = []
  private var cells: [UInt64] = []
  private var nextID: UInt64 = 1000
  private let time: Double

  static let columns = 5
  static let cell = 78.0

  init(at time: Double) {
    self.time = time
    images.append(LayerImage(id: 900, pixelWidth: 60, pixelHeight: 60, png: Picture.target(60)))
    images.append(LayerImage(id: 902, pixelWidth: 6, pixelHeight: 6, png: Picture.target(6)))
    images.append(LayerImage(id: 901, pixelWidth: 60, pixelHeight: 60, png: Picture.disc(60)))
    fillCells()
    var root = LayerState(id: 1, name: "UIWindow")
    (root.width, root.height) = (393, 852)
    (root.positionX, root.positionY) = (196.5, 426)
    root.backgroundColor = Self.gray(0.97)
    root.sublayers = cells
    layers.append(root)
  }

  private static func gray(_ value: Float, _ alpha: Float = 1) -> LayerColor {
    LayerColor(red: value, green: value, blue: value, alpha: alpha)
  }
  private static let red = LayerColor(red: 1, green: 0.23, blue: 0.19, alpha: 1)
  private static let blue = LayerColor(red: 0, green: 0.478, blue: 1, alpha: 1)
  private static let green = LayerColor(red: 0.2, green: 0.78, blue: 0.35, alpha: 1)

  private mutating func fillCells() {
    add { ($0.backgroundColor, $0.cornerRadius) = (Self.red, 12) }
    add { ($0.backgroundColor, $0.cornerRadius, $0.maskedCorners) = (Self.blue, 20, 0b1001) }
    add { ($0.backgroundColor, $0.cornerRadius) = (Self.green, 500) }

    add { ($0.borderWidth, $0.borderColor, $0.cornerRadius) = (3, Self.blue, 10) }
    add(child: { ($0.backgroundColor, $0.positionX) = (Self.red, 0) }) {
      ($0.borderWidth, $0.borderColor, $0.backgroundColor) = (5, Self.gray(0, 0.5), Self.gray(1))
    }
    add(child: { ($0.backgroundColor, $0.positionX) = (Self.red, 0) }) {
      ($0.masksToBounds, $0.cornerRadius, $0.backgroundColor) = (true, 16, Self.gray(0.8))
    }
    add(child: { $0.backgroundColor = Self.red }) { ($0.opacity, $0.backgroundColor) = (0.4, Self.blue) }

    add {
      ($0.backgroundColor, $0.cornerRadius) = (Self.gray(1), 8)
      Self.shadow(&$0, radius: 6, opacity: 0.5)
    }
    add(child: { ($0.backgroundColor, $0.cornerRadius) = (Self.green, 8) }) {
      Self.shadow(&$0, radius: 4, opacity: 0.8)
    }
    add {
      ($0.contents, $0.contentsScale) = (900, 3)
      Self.shadow(&$0, radius: 3, opacity: 0.7)
    }
    add {
      ($0.backgroundColor, $0.masksToBounds) = (Self.gray(1), true)
      Self.shadow(&$0, radius: 6, opacity: 0.5)
    }

    for gravity in [
      "resize", "center", "topLeft", "bottomRight", "top", "left", "resizeAspect", "resizeAspectFill",
    ] {
      add {
        ($0.contents, $0.contentsScale, $0.contentsGravity) = (900, 2, gravity)
        ($0.backgroundColor, $0.masksToBounds, $0.height) = (Self.gray(0.85), true, 44)
      }
    }

    add { ($0.contents, $0.contentsRect) = (900, [0.5, 0, 0.5, 0.5]) }
    add { ($0.contents, $0.contentsScale, $0.contentsCenter) = (900, 3, [0.4, 0.4, 0.2, 0.2]) }
    gradient("axial", [0, 0, 1, 1])
    gradient("axial", [0.2, 0.9, 0.7, 0.3])
    gradient("radial", [0.5, 0.5, 1, 0.8])
    gradient("conic", [0.5, 0.5, 0.5, 0])
    add { ($0.backgroundColor, $0.transform) = (Self.red, Self.turned) }
    add {
      ($0.backgroundColor, $0.transform, $0.anchorX, $0.anchorY) = (Self.blue, Self.turned, 0, 0)
      ($0.positionX, $0.positionY) = ($0.positionX - 20, $0.positionY - 30)
    }

    add(child: { $0.backgroundColor = Self.green }) {
      ($0.backgroundColor, $0.boundsX, $0.boundsY, $0.masksToBounds) = (Self.gray(0.85), 15, -10, true)
    }
    add(child: { $0.backgroundColor = Self.green }) {
      ($0.backgroundColor, $0.transform) = (Self.blue, Self.tilted)
    }
    add(child: { ($0.backgroundColor, $0.transform) = (Self.green, Self.flipped) }) {
      ($0.backgroundColor, $0.sublayerTransform) = (Self.gray(0.85), Self.perspective)
    }
    add(child: { ($0.backdropBlur, $0.backgroundColor, $0.cornerRadius) = (5, Self.gray(1, 0.3), 6) }) {
      ($0.contents, $0.contentsScale) = (900, 1)
    }

    add(child: { $0.backgroundColor = Self.green }) {
      ($0.backgroundColor, $0.boundsX, $0.boundsY) = (Self.blue, 15, -10)
      $0.mask = LayerPicture(image: 901, x: 20, y: -15, width: 45, height: 40)
    }

    add {
      ($0.contents, $0.contentsScale, $0.shadowOpacity) = (900, 3, 0.6)
      $0.shadowPicture = LayerPicture(image: 901, x: -8, y: -8, width: 76, height: 80)
    }
    add { ($0.contents, $0.magnifiesToNearest) = (902, true) }
    // Half of the way of a cross-fade.
    add(child: { ($0.backgroundColor, $0.opacity) = (Self.red, 0.5) }) { $0.addsSublayers = true }
    var other = LayerState(id: nextID, name: "Other")
    (other.positionX, other.positionY, other.width, other.height) = (40, 40, 40, 40)
    (other.backgroundColor, other.opacity) = (Self.green, 0.5)
    nextID += 1
    layers[layers.count - 1].sublayers.append(other.id)
    layers.append(other)

    animate("opacity", [[1], [0]], timing: [0.42, 0, 0.58, 1])
    animate("transform", [Self.identity, Self.turned], timing: [0, 0, 1, 1])
    animate("backgroundColor", [[1, 0, 0, 1], [0, 0, 1, 1]], timing: [0.25, 0.1, 0.25, 1])
    // Two parts of one animation.
    animate("bounds.size", [[10, 60], [60, 10]], timing: [0, 0, 1, 1])
    animations.append(animations[animations.count - 1])
    animations[animations.count - 1].property = "opacity"
    animations[animations.count - 1].values = [[1], [0.2]]
    animate("bounds.size", [[-30, -20], [0, 0]], timing: [0, 0, 1, 1], isAdditive: true)
  }

  // MARK: Cells

  private mutating func add(child: ((inout LayerState) -> Void)? = nil, _ change: (inout LayerState) -> Void)
  {
    let index = cells.count
    let (column, row) = (Double(index % Self.columns), Double(index / Self.columns))
    var layer = LayerState(id: nextID, name: "Cell")
    (layer.width, layer.height) = (60, 60)
    layer.positionX = 1.5 + Self.cell * (column + 0.5)
    layer.positionY = 8 + Self.cell * (row + 0.5)
    change(&layer)
    nextID += 1
    if let child {
      var inner = LayerState(id: nextID, name: "Inner")
      (inner.positionX, inner.positionY, inner.width, inner.height) = (30, 30, 30, 40)
      child(&inner)
      layer.sublayers = [inner.id]
      layers.append(inner)
      nextID += 1
    }
    layers.append(layer)
    cells.append(layer.id)
  }

  private mutating func gradient(_ kind: String, _ line: [Double]) {
    add {
      $0.height = 44
      $0.gradient = LayerGradient(
        kind: kind, colors: [Self.red, LayerColor(red: 1, green: 0.8, blue: 0, alpha: 1), Self.blue],
        locations: [0, 0.3, 1], startX: line[0], startY: line[1], endX: line[2], endY: line[3])
    }
  }

  private mutating func animate(
    _ property: String, _ values: [[Double]], timing: [Double], isAdditive: Bool = false
  ) {
    add { $0.backgroundColor = Self.blue }
    animations.append(
      LayerAnimation(
        layer: nextID - 1, key: property, property: property, values: values, keyTimes: [0, 1],
        timings: [timing],
        begin: time, duration: 1000, isAdditive: isAdditive))
  }

  private static func shadow(_ layer: inout LayerState, radius: Double, opacity: Float) {
    layer.shadowColor = gray(0)
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffsetX, layer.shadowOffsetY) = (
      opacity, radius, 2, 4
    )
  }

  // MARK: Transforms

  private static let identity: [Double] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
  /// 30° clockwise, with a scale of 0.8.
  private static let turned: [Double] = [
    0.6928203, 0.4, 0, 0, -0.4, 0.6928203, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,
  ]
  /// 45° about the x axis, seen from 100 points.
  private static let tilted: [Double] = [
    1, 0, 0, 0, 0, 0.70710678, 0.70710678, -0.0070710678, 0, -0.70710678, 0.70710678, -0.0070710678, 0, 0, 0,
    1,
  ]
  /// 60° about the y axis.
  private static let flipped: [Double] = [
    0.5, 0, -0.8660254, 0, 0, 1, 0, 0, 0.8660254, 0, 0.5, 0, 0, 0, 0, 1,
  ]
  private static let perspective: [Double] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -0.01, 0, 0, 0, 1]
}

extension Picture {
  /// A coloured target: a ring in a square whose four quarters differ.
  /// Opaque inside, half transparent in a ring, nothing outside.
  static func disc(_ size: Int) -> [UInt8] {
    draw(Int32(size), Int32(size)) { context in
      let half = Double(size) / 2
      for (radius, alpha) in [(0.9, 0.5), (0.6, 1)] {
        cairo_set_source_rgba(context, 0, 0, 0, alpha)
        cairo_arc(context, half, half, half * radius, 0, 6.283185307179586)
        cairo_fill(context)
      }
    }
  }
  static func target(_ size: Int) -> [UInt8] {
    draw(Int32(size), Int32(size)) { context in
      let half = Double(size) / 2
      for (index, color) in [(1.0, 0.8, 0.0), (0.0, 0.6, 0.9), (0.3, 0.8, 0.3), (0.9, 0.3, 0.6)].enumerated()
      {
        cairo_set_source_rgb(context, color.0, color.1, color.2)
        cairo_rectangle(context, Double(index % 2) * half, Double(index / 2) * half, half, half)
        cairo_fill(context)
      }
      cairo_set_source_rgb(context, 0.1, 0.1, 0.2)
      cairo_set_line_width(context, half / 5)
      cairo_arc(context, half, half, half * 0.7, 0, 6.283185307179586)
      cairo_stroke(context)
    }
  }
}
