import CarobFoundation
@_spi(Hazards) import CarobRuntime
import ManagedModelFormat

/// A property of an entity: the base class of attributes, relationships and fetched properties.
///
/// It can be changed until its model is used by a coordinator; then every setter raises (C-4). The entity owns it.
open class NSPropertyDescription: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked because it is immutable once contexts of several threads read it (C-4).

  /// Whether the model is in use.
  package internal(set) final var isFrozen = false
  @Zeroing final var owner: NSEntityDescription?
  /// The owner of a frozen description, which lives as long as it does.
  unowned(unsafe) final var frozenOwner: NSEntityDescription?

  public override init() { super.init() }

  // MARK: The property

  /// The entity that declares the property.
  open var entity: NSEntityDescription {
    guard let owner = frozenOwner ?? owner else {
      NSException.raise(
        .internalInconsistencyException, "the property \"\(name)\" does not belong to an entity yet")
    }
    return owner
  }
  /// The entity; nil while the property belongs to none.
  package final var owningEntity: NSEntityDescription? { frozenOwner ?? owner }

  open var name: String = "" {
    willSet {
      requireMutable()
      Self.checkName(newValue)
    }
  }
  open var isOptional = true { willSet { requireMutable() } }
  open var isTransient = false { willSet { requireMutable() } }
  open var userInfo: [AnyHashable: Any]? = [:] { willSet { requireMutable() } }
  /// Deprecated on the platform in favour of the entity's `indexes`.
  open var isIndexed = false { willSet { requireMutable() } }
  open var isIndexedBySpotlight = false { willSet { requireMutable() } }
  /// Deprecated on the platform; has no effect there either.
  open var isStoredInExternalRecord = false { willSet { requireMutable() } }

  // NB: predicates of fetched properties use these: `$FETCHED_PROPERTY.userInfo.key`.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      NSPropertyDescription.self, { ["name": \.name, "userInfo": \.userInfo] },
      readOnly: { ["entity": \.entity] })
  }

  // MARK: Validation

  /// Predicates that a value must satisfy, evaluated with the value (C-101).
  open private(set) var validationPredicates: [NSPredicate] = []
  /// The error code or the error text of each predicate.
  open private(set) var validationWarnings: [Any] = []

  /// Sets the predicates and the error text of each.
  open func setValidationPredicates(
    _ validationPredicates: [NSPredicate]?, withValidationWarnings validationWarnings: [String]?
  ) {
    requireMutable()
    let (predicates, warnings) = (validationPredicates ?? [], validationWarnings ?? [])
    guard predicates.count == warnings.count else {
      NSException.raise(
        .invalidArgumentException,
        "\(predicates.count) validation predicates of \"\(name)\" need as many warnings, not \(warnings.count)"
      )
    }
    setValidation(predicates, warnings)
  }

  final func setValidation(_ predicates: [NSPredicate], _ warnings: [Any]) {
    validationPredicates = predicates
    validationWarnings = warnings
  }

  // MARK: Versions

  /// Changes when the property's stored form does (C-100).
  open var versionHash: Data { VersionHash.of(format) }
  open var versionHashModifier: String? { willSet { requireMutable() } }
  /// The property's name in the previous model, for migration; its own name by default.
  open var renamingIdentifier: String? {
    get { givenRenamingIdentifier ?? (name.isEmpty ? nil : name) }
    set {
      requireMutable()
      givenRenamingIdentifier = newValue
    }
  }
  final var givenRenamingIdentifier: String?

  /// The parts of the property that version hashes are computed from.
  var format: ManagedModel.Property {
    var format = ManagedModel.Property(name: name, kind: formatKind)
    format.isOptional = isOptional
    format.isTransient = isTransient
    format.versionHashModifier = versionHashModifier
    return format
  }
  var formatKind: ManagedModel.Property.Kind { .attribute(ManagedModel.Attribute(type: .undefined)) }

  // MARK: Copies

  open override func copy() -> Any { copy(with: nil) }
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = emptyCopy()
    copyFields(to: copy)
    return copy
  }
  /// A new description of the same class.
  func emptyCopy() -> NSPropertyDescription { NSPropertyDescription() }
  /// Copies everything except the entity.
  func copyFields(to copy: NSPropertyDescription) {
    copy.name = name
    copy.isOptional = isOptional
    copy.isTransient = isTransient
    copy.userInfo = userInfo
    copy.isIndexed = isIndexed
    copy.isIndexedBySpotlight = isIndexedBySpotlight
    copy.isStoredInExternalRecord = isStoredInExternalRecord
    copy.versionHashModifier = versionHashModifier
    copy.givenRenamingIdentifier = givenRenamingIdentifier
    copy.setValidation(validationPredicates, validationWarnings)
  }

  open override var description: String {
    "(\(super.description)), name \(name), isOptional \(isOptional ? 1 : 0), isTransient \(isTransient ? 1 : 0), "
      + "entity \(owningEntity?.name ?? "(null)"), renamingIdentifier \(renamingIdentifier ?? "(null)")"
  }

  // C-4
  final func requireMutable() {
    if isFrozen { raiseImmutableModel() }
  }

  /// Marks the description as in use by contexts.
  func freeze() {
    frozenOwner = owner
    isFrozen = true
  }

  private static func checkName(_ name: String) {
    guard let first = name.unicodeScalars.first else { return }
    guard first.properties.isAlphabetic || first == "_" else {
      NSException.raise(
        .invalidArgumentException, "\(name) is not a valid property name: it begins with \"\(first)\"")
    }
  }
}

/// Raises the exception for a change to a model that is in use (C-4).
func raiseImmutableModel() -> Never {
  NSException.raise(.internalInconsistencyException, "Can't modify an immutable model.")
}
