import CarobFoundation
import CoreGraphics

/// The particles of one kind that an emitter layer emits (E-949). Lengths are points, angles radians, times
/// seconds; a range is the whole width around the value within which each particle has its own.
open class CAEmitterCell: NSObject, CAMediaTiming {
  public override init() { super.init() }

  /// For the key paths of an emitter layer, such as `emitterCells.spark.birthRate`.
  open var name: String?
  open var isEnabled = true

  // MARK: Timing

  /// When emission begins, after the layer's.
  open var beginTime: CFTimeInterval = 0
  /// For how long the cell emits.
  open var duration: CFTimeInterval = .infinity
  open var speed: Float = 1 { didSet { if speed != 1 { unimplemented("CAEmitterCell.speed") } } }
  open var timeOffset: CFTimeInterval = 0 {
    didSet { if timeOffset != 0 { unimplemented("CAEmitterCell.timeOffset") } }
  }
  open var repeatCount: Float = 0 {
    didSet { if repeatCount != 0 { unimplemented("CAEmitterCell.repeatCount") } }
  }
  open var repeatDuration: CFTimeInterval = 0 {
    didSet { if repeatDuration != 0 { unimplemented("CAEmitterCell.repeatDuration") } }
  }
  open var autoreverses = false { didSet { if autoreverses { unimplemented("CAEmitterCell.autoreverses") } } }
  open var fillMode = CAMediaTimingFillMode.removed {
    didSet { if fillMode != .removed { unimplemented("CAEmitterCell.fillMode") } }
  }

  // MARK: Life

  /// Particles per second.
  open var birthRate: Float = 0
  open var lifetime: Float = 0
  open var lifetimeRange: Float = 0

  // MARK: Motion

  open var emissionLongitude: CGFloat = 0
  /// The angle out of the layer's plane; particles stay in the plane.
  open var emissionLatitude: CGFloat = 0 {
    didSet { if emissionLatitude != 0 { unimplemented("CAEmitterCell.emissionLatitude") } }
  }
  open var emissionRange: CGFloat = 0
  open var velocity: CGFloat = 0
  open var velocityRange: CGFloat = 0
  open var xAcceleration: CGFloat = 0
  open var yAcceleration: CGFloat = 0
  open var zAcceleration: CGFloat = 0 {
    didSet { if zAcceleration != 0 { unimplemented("CAEmitterCell.zAcceleration") } }
  }

  // MARK: Appearance

  /// A `CGImage`.
  open var contents: Any?
  open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  open var contentsScale: CGFloat = 1
  open var scale: CGFloat = 1
  open var scaleRange: CGFloat = 0
  open var scaleSpeed: CGFloat = 0
  open var spin: CGFloat = 0
  open var spinRange: CGFloat = 0
  /// The colour that the contents are multiplied with.
  open var color: CGColor? = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
  open var alphaRange: Float = 0
  open var alphaSpeed: Float = 0
  open var redRange: Float = 0 { didSet { if redRange != 0 { unimplemented("CAEmitterCell.redRange") } } }
  open var greenRange: Float = 0 {
    didSet { if greenRange != 0 { unimplemented("CAEmitterCell.greenRange") } }
  }
  open var blueRange: Float = 0 { didSet { if blueRange != 0 { unimplemented("CAEmitterCell.blueRange") } } }
  open var redSpeed: Float = 0 { didSet { if redSpeed != 0 { unimplemented("CAEmitterCell.redSpeed") } } }
  open var greenSpeed: Float = 0 {
    didSet { if greenSpeed != 0 { unimplemented("CAEmitterCell.greenSpeed") } }
  }
  open var blueSpeed: Float = 0 { didSet { if blueSpeed != 0 { unimplemented("CAEmitterCell.blueSpeed") } } }
  /// The same filters as those of a layer (E-935).
  open var magnificationFilter = CALayerContentsFilter.linear.rawValue
  open var minificationFilter = CALayerContentsFilter.linear.rawValue
  open var emitterCells: [CAEmitterCell]? {
    didSet { if emitterCells?.isEmpty == false { unimplemented("CAEmitterCell.emitterCells") } }
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      CAEmitterCell.self,
      {
        [
          "name": \.name, "enabled": \.isEnabled, "beginTime": \.beginTime, "duration": \.duration,
          "birthRate": \.birthRate, "lifetime": \.lifetime, "lifetimeRange": \.lifetimeRange,
          "emissionLongitude": \.emissionLongitude, "emissionRange": \.emissionRange, "velocity": \.velocity,
          "velocityRange": \.velocityRange, "xAcceleration": \.xAcceleration,
          "yAcceleration": \.yAcceleration, "contents": \.contents, "scale": \.scale,
          "scaleRange": \.scaleRange, "scaleSpeed": \.scaleSpeed, "spin": \.spin, "spinRange": \.spinRange,
          "color": \.color, "alphaRange": \.alphaRange, "alphaSpeed": \.alphaSpeed,
        ]
      }
    )
  }
}
