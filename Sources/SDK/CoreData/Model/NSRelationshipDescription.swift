import CarobFoundation
@_spi(Hazards) import CarobRuntime
import ManagedModelFormat

/// A relationship of an entity: destination, inverse, counts and delete rule (C-1).
open class NSRelationshipDescription: NSPropertyDescription, @unchecked Sendable {
  // @unchecked: as NSPropertyDescription.

  public override init() { super.init() }

  @Zeroing private var givenDestination: NSEntityDescription?
  @Zeroing private var givenInverse: NSRelationshipDescription?
  // OPTIMIZATION: unowned(unsafe), because contexts read these for each change; a frozen model is never
  // deallocated.
  private unowned(unsafe) var frozenDestination: NSEntityDescription?
  private unowned(unsafe) var frozenInverse: NSRelationshipDescription?

  open var destinationEntity: NSEntityDescription? {
    get { isFrozen ? frozenDestination : givenDestination }
    set {
      requireMutable()
      givenDestination = newValue
    }
  }

  /// The relationship in the other direction; it must be set on both sides.
  open var inverseRelationship: NSRelationshipDescription? {
    get { isFrozen ? frozenInverse : givenInverse }
    set {
      requireMutable()
      givenInverse = newValue
    }
  }

  // MARK: Counts

  /// 1 for a to-one relationship, 0 for no limit. Not enforced for an optional relationship that is empty.
  // C-109
  open var maxCount = 0 { willSet { requireMutable() } }
  open var minCount = 0 { willSet { requireMutable() } }
  open var isToMany: Bool { maxCount != 1 }
  open var isOrdered = false { willSet { requireMutable() } }

  // MARK: Deleting

  // C-2
  open var deleteRule = NSDeleteRule.nullifyDeleteRule { willSet { requireMutable() } }

  override var formatKind: ManagedModel.Property.Kind {
    var format = ManagedModel.Relationship(destination: destinationEntity?.name ?? "")
    format.inverse = inverseRelationship?.name
    format.deleteRule = .init(rawValue: Int(deleteRule.rawValue)) ?? .nullify
    format.minCount = minCount
    format.maxCount = maxCount
    format.isOrdered = isOrdered
    return .relationship(format)
  }

  override func freeze() {
    frozenDestination = givenDestination
    frozenInverse = givenInverse
    super.freeze()
  }

  override func emptyCopy() -> NSPropertyDescription { NSRelationshipDescription() }
  override func copyFields(to copy: NSPropertyDescription) {
    super.copyFields(to: copy)
    guard let copy = copy as? NSRelationshipDescription else { return }
    copy.destinationEntity = destinationEntity
    copy.inverseRelationship = inverseRelationship
    copy.maxCount = maxCount
    copy.minCount = minCount
    copy.isOrdered = isOrdered
    copy.deleteRule = deleteRule
  }

  open override var description: String {
    "\(super.description), destination entity \(destinationEntity?.name ?? "(null)"), inverseRelationship "
      + "\(inverseRelationship?.name ?? "(null)"), minCount \(minCount), maxCount \(maxCount), "
      + "isOrdered \(isOrdered ? 1 : 0), deleteRule \(deleteRule.rawValue)"
  }
}
