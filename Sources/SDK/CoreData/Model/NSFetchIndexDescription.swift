import CarobFoundation
@_spi(Hazards) import CarobRuntime

/// How an index orders its elements.
public enum NSFetchIndexElementType: UInt, Sendable {
  case binary = 0
  case rTree = 1
}

/// An index of an entity, which makes fetches from the store faster.
open class NSFetchIndexDescription: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked: as NSPropertyDescription.

  open var name: String { willSet { requireMutable() } }
  open var elements: [NSFetchIndexElementDescription] {
    willSet { requireMutable() }
    didSet { adoptElements() }
  }
  /// The index contains only rows that satisfy this predicate.
  open var partialIndexPredicate: NSPredicate? { willSet { requireMutable() } }
  @Zeroing private var owner: NSEntityDescription?
  open internal(set) var entity: NSEntityDescription? {
    get { owner }
    set { owner = newValue }
  }

  public init(name: String, elements: [NSFetchIndexElementDescription]?) {
    self.name = name
    self.elements = elements ?? []
    super.init()
    adoptElements()
  }

  private func adoptElements() {
    for element in elements { element.indexDescription = self }
  }
  final func requireMutable() {
    if entity?.isFrozen == true { raiseImmutableModel() }
  }

  open override func copy() -> Any { copy(with: nil) }
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSFetchIndexDescription(
      name: name, elements: elements.compactMap { $0.copy() as? NSFetchIndexElementDescription })
    copy.partialIndexPredicate = partialIndexPredicate
    return copy
  }
}

/// A part of an index: a property or an expression.
open class NSFetchIndexElementDescription: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked: as NSPropertyDescription.

  /// An attribute, a to-one relationship, or an expression description.
  open internal(set) var property: NSPropertyDescription?
  open var propertyName: String? { property?.name }
  open var collationType: NSFetchIndexElementType { willSet { indexDescription?.requireMutable() } }
  open var isAscending = true { willSet { indexDescription?.requireMutable() } }
  open internal(set) weak var indexDescription: NSFetchIndexDescription?

  public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
    self.property = property
    self.collationType = collationType
    super.init()
  }

  open override func copy() -> Any { copy(with: nil) }
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSFetchIndexElementDescription(
      property: property ?? NSPropertyDescription(), collationType: collationType)
    copy.property = property
    copy.isAscending = isAscending
    return copy
  }
}
