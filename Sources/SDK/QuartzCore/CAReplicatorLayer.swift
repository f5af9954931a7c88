import CarobFoundation
import CoreGraphics

/// Shows copies of its sublayers, each moved, coloured and delayed relative to the previous one (E-600).
///
/// The device gets each copy as separate layers, whose animations begin later by the delay.
///
/// DEVIATION: the copies' properties themselves are not animated. Red, green and blue of the copies' colours
/// change backgrounds, borders, gradients, shadows and shapes, but not pictures.
open class CAReplicatorLayer: CALayer {
  nonisolated open override class var _carobNew: (@MainActor () -> AnyObject)? { { CAReplicatorLayer() } }

  public override init() {
    super.init()
    LayerTree.shared.hasReplicators = true
  }
  public override init(layer: Any) {
    super.init(layer: layer)
    guard let other = layer as? CAReplicatorLayer else { return }
    (instanceCount, instanceDelay, instanceTransform) = (
      other.instanceCount, other.instanceDelay, other.instanceTransform
    )
    (instanceColor, preservesDepth) = (other.instanceColor, other.preservesDepth)
    (instanceRedOffset, instanceGreenOffset) = (other.instanceRedOffset, other.instanceGreenOffset)
    (instanceBlueOffset, instanceAlphaOffset) = (other.instanceBlueOffset, other.instanceAlphaOffset)
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    LayerTree.shared.hasReplicators = true
  }

  /// The number of copies, the original included.
  open var instanceCount = 1 { didSet { instancesChanged() } }
  /// Whether the copies keep their z positions instead of being flattened.
  open var preservesDepth = false { didSet { instancesChanged() } }
  /// Seconds by which each copy's animations begin later than the previous copy's.
  open var instanceDelay: CFTimeInterval = 0 { didSet { instancesChanged() } }
  /// The transform from each copy to the next, about the layer's centre.
  open var instanceTransform = CATransform3DIdentity { didSet { instancesChanged() } }
  /// The colour that the first copy is multiplied with; the offsets are added for each further copy.
  open var instanceColor: CGColor? = CGColor(red: 1, green: 1, blue: 1, alpha: 1) {
    didSet { instancesChanged() }
  }
  open var instanceRedOffset: Float = 0 { didSet { instancesChanged() } }
  open var instanceGreenOffset: Float = 0 { didSet { instancesChanged() } }
  open var instanceBlueOffset: Float = 0 { didSet { instancesChanged() } }
  open var instanceAlphaOffset: Float = 0 { didSet { instancesChanged() } }

  private func instancesChanged() { markReplicas(self) }
  private func markReplicas(_ layer: CALayer) {
    layer.markChanged()
    for sublayer in layer._sublayers { markReplicas(sublayer) }
  }

  /// Limits the copies of nested replicators.
  static let mostReplicas = 2000
  var count: Int { min(max(instanceCount, 0), Self.mostReplicas) }

  func transform(ofInstance index: Int) -> CATransform3D {
    var result = CATransform3DIdentity
    for _ in 0..<index { result = CATransform3DConcat(result, instanceTransform) }
    return result
  }

  /// Red, green, blue and alpha of a copy.
  func color(ofInstance index: Int) -> SIMD4<Float> {
    let base = instanceColor?.layerColor
    let first = SIMD4(base?.red ?? 1, base?.green ?? 1, base?.blue ?? 1, base?.alpha ?? 1)
    let step = SIMD4(instanceRedOffset, instanceGreenOffset, instanceBlueOffset, instanceAlphaOffset)
    return (first + step * Float(index)).clamped(lowerBound: .zero, upperBound: .one)
  }
}
