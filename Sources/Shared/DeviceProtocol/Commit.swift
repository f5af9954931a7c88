/// The changes of an app's layers in one pass of its run loop.
///
/// The browser page and the headless compositor draw only from commits. Lengths are points in the
/// superlayer's coordinate space, y down.
public struct Commit: Sendable, Equatable {
  /// 1, 2, 3… in each launch.
  public var sequence: UInt64
  public var time: Double
  /// The windows' layers, back to front.
  public var roots: [UInt64]
  /// New and changed layers, each with all its properties.
  public var layers: [LayerState]
  /// Layers that were removed.
  public var removed: [UInt64]
  /// Images that layers of this or later commits refer to; see Documentation/Rendering.md for how long they
  /// are kept.
  public var images: [LayerImage]
  /// Animations that were added.
  public var animations: [LayerAnimation]
  /// Animations that were removed before their end: layer and key.
  public var removedAnimations: [LayerAnimationKey]
  /// When the last finite animation, deceleration or dynamic animator ends, device seconds; 0 if none runs.
  public var busyUntil: Double
  /// `default`, `lightContent`, `darkContent`.
  public var statusBarStyle: String
  public var statusBarHidden: Bool
  public init(
    sequence: UInt64, time: Double, roots: [UInt64] = [], layers: [LayerState] = [], removed: [UInt64] = [],
    images: [LayerImage] = [], animations: [LayerAnimation] = [], removedAnimations: [LayerAnimationKey] = [],
    busyUntil: Double = 0, statusBarStyle: String = "default", statusBarHidden: Bool = false
  ) {
    self.sequence = sequence
    self.time = time
    self.roots = roots
    self.layers = layers
    self.removed = removed
    self.images = images
    self.animations = animations
    self.removedAnimations = removedAnimations
    self.busyUntil = busyUntil
    self.statusBarStyle = statusBarStyle
    self.statusBarHidden = statusBarHidden
  }
}

/// Extended sRGB, not premultiplied, 0…1.
public struct LayerColor: Sendable, Equatable, Hashable {
  public var red: Float
  public var green: Float
  public var blue: Float
  public var alpha: Float
  public init(red: Float, green: Float, blue: Float, alpha: Float) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }
}

/// One layer with everything that composition needs.
public struct LayerState: Sendable, Equatable {
  public var id: UInt64
  /// The layer's class, or the class of the view that owns it: shown in the page's element inspector.
  public var name: String
  /// Back to front, already sorted by zPosition.
  public var sublayers: [UInt64] = []
  public var positionX: Double = 0
  public var positionY: Double = 0
  public var boundsX: Double = 0
  public var boundsY: Double = 0
  public var width: Double = 0
  public var height: Double = 0
  public var anchorX: Double = 0.5
  public var anchorY: Double = 0.5
  /// Row-major 4 × 4, as CATransform3D (m11…m44); nil is identity.
  public var transform: [Double]?
  /// Applied to the sublayers, in the same form.
  public var sublayerTransform: [Double]?
  /// Whether sublayers keep their depth (CATransformLayer); such a layer draws only its sublayers.
  public var preservesDepth = false
  /// Whether the layer is visible only from the front.
  public var isSingleSided = false
  /// Whether the sublayers form a group in which their colours are added, as for a cross-fade (E-930).
  public var addsSublayers = false
  public var opacity: Float = 1
  public var isHidden = false
  public var masksToBounds = false
  public var cornerRadius: Double = 0
  /// Bits as CACornerMask: 1 minX minY, 2 maxX minY, 4 minX maxY, 8 maxX maxY.
  public var maskedCorners: UInt8 = 15
  public var isContinuousCorner = false
  public var backgroundColor: LayerColor?
  public var borderWidth: Double = 0
  public var borderColor: LayerColor?
  public var shadowColor: LayerColor?
  public var shadowOpacity: Float = 0
  public var shadowOffsetX: Double = 0
  public var shadowOffsetY: Double = -3
  public var shadowRadius: Double = 3
  /// The shadow of a path as an image in the shadow's colour, already blurred, which replaces the shadow of
  /// what the layer draws; the offset is included, the opacity is not (E-934). Nil for none.
  public var shadowPicture: LayerPicture?
  /// Id of an image of this or an earlier commit.
  public var contents: UInt64?
  /// CALayerContentsGravity's raw value: `resize`, `center`, `resizeAspect`, …
  public var contentsGravity = "resize"
  public var contentsScale: Double = 1
  /// Unit rectangle (x, y, width, height) of the contents that is stretched; nil is all of it.
  public var contentsCenter: [Double]?
  /// Unit rectangle of the contents that is shown; nil is all of it.
  public var contentsRect: [Double]?
  /// Whether contents that are shown larger than their natural size keep hard pixels (E-935).
  public var magnifiesToNearest = false
  /// Whether contents that are shown smaller than their natural size keep hard pixels (E-935).
  public var minifiesToNearest = false
  public var gradient: LayerGradient?
  /// A UIVisualEffectView's blur behind the layer, in points; 0 is none.
  public var backdropBlur: Double = 0
  /// The mask of the layer and its sublayers; nil for none.
  public var mask: LayerPicture?
  /// For assistive technology in the page.
  public var accessibility: LayerAccessibility?
  public init(id: UInt64, name: String) {
    self.id = id
    self.name = name
  }
}

/// An image with its place in a layer. As a mask, the layer, its shadow and its sublayers are multiplied by
/// its alpha, and hidden outside it.
public struct LayerPicture: Sendable, Equatable {
  /// Id of an image of this or an earlier commit.
  public var image: UInt64
  /// The rectangle that it is stretched to, in the coordinate space of the layer's bounds.
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double
  public init(image: UInt64, x: Double, y: Double, width: Double, height: Double) {
    self.image = image
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

public struct LayerGradient: Sendable, Equatable {
  /// `axial`, `radial` or `conic`.
  public var kind: String
  public var colors: [LayerColor]
  public var locations: [Double]
  public var startX: Double
  public var startY: Double
  public var endX: Double
  public var endY: Double
  public init(
    kind: String, colors: [LayerColor], locations: [Double], startX: Double, startY: Double, endX: Double,
    endY: Double
  ) {
    self.kind = kind
    self.colors = colors
    self.locations = locations
    self.startX = startX
    self.startY = startY
    self.endX = endX
    self.endY = endY
  }
}

public struct LayerAccessibility: Sendable, Equatable {
  public var identifier: String?
  public var label: String?
  public var value: String?
  /// An ARIA role: `button`, `img`, `textbox`, …
  public var role: String?
  public init(identifier: String? = nil, label: String? = nil, value: String? = nil, role: String? = nil) {
    self.identifier = identifier
    self.label = label
    self.value = value
    self.role = role
  }
}

/// Pixels of a layer's contents. Encoded as PNG so that page and compositor read the same bytes.
public struct LayerImage: Sendable, Equatable {
  public var id: UInt64
  public var pixelWidth: Int
  public var pixelHeight: Int
  public var png: [UInt8]
  public init(id: UInt64, pixelWidth: Int, pixelHeight: Int, png: [UInt8]) {
    self.id = id
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
    self.png = png
  }
}

public struct LayerAnimationKey: Sendable, Equatable, Hashable {
  public var layer: UInt64
  public var key: String
  public init(layer: UInt64, key: String) {
    self.layer = layer
    self.key = key
  }
}

/// An animation as data, which the page or the compositor samples.
///
/// Animations of a commit with the same layer and key are parts of one animation, and replace those of
/// earlier commits.
public struct LayerAnimation: Sendable, Equatable {
  public var layer: UInt64
  public var key: String
  /// `position`, `bounds.size`, `bounds.origin`, `transform`, `opacity`, `backgroundColor`, `cornerRadius`,
  /// `borderWidth`, `borderColor`, `shadowOpacity`, `shadowRadius`, `shadowOffset`, `contents`. An app also
  /// sends `transition.TYPE` and `transition.TYPE.SUBTYPE` with the progress as its value; the device turns
  /// it into animations of the other properties (E-930).
  public var property: String
  /// Keyframe values as flat numbers: 1 for a scalar, 2 for a point or size, 4 for a colour, 16 for a
  /// transform.
  public var values: [[Double]]
  /// The time of each value, 0…1.
  public var keyTimes: [Double]
  /// Cubic Bézier control points (x1, y1, x2, y2) between keyframes; one for all, or one per interval.
  public var timings: [[Double]]
  /// Device seconds.
  public var begin: Double
  public var duration: Double
  /// `.infinity` repeats forever.
  public var repeatCount: Double
  public var autoreverses: Bool
  /// The values are added to the model value.
  public var isAdditive: Bool
  public var speed: Double
  public var fillsForwards: Bool
  public var fillsBackwards: Bool
  public init(
    layer: UInt64, key: String, property: String, values: [[Double]], keyTimes: [Double],
    timings: [[Double]], begin: Double, duration: Double, repeatCount: Double = 1, autoreverses: Bool = false,
    isAdditive: Bool = false, speed: Double = 1, fillsForwards: Bool = false, fillsBackwards: Bool = true
  ) {
    self.layer = layer
    self.key = key
    self.property = property
    self.values = values
    self.keyTimes = keyTimes
    self.timings = timings
    self.begin = begin
    self.duration = duration
    self.repeatCount = repeatCount
    self.autoreverses = autoreverses
    self.isAdditive = isAdditive
    self.speed = speed
    self.fillsForwards = fillsForwards
    self.fillsBackwards = fillsBackwards
  }
}
