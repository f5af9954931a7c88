import CarobFoundation
import ManagedModelFormat

/// An attribute of an entity: its type, its default value and how it is stored.
open class NSAttributeDescription: NSPropertyDescription, @unchecked Sendable {
  // @unchecked: as NSPropertyDescription.

  /// The type of an attribute's values.
  public struct AttributeType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let undefined = AttributeType(rawValue: 0)
    public static let integer16 = AttributeType(rawValue: 100)
    public static let integer32 = AttributeType(rawValue: 200)
    public static let integer64 = AttributeType(rawValue: 300)
    public static let decimal = AttributeType(rawValue: 400)
    public static let double = AttributeType(rawValue: 500)
    public static let float = AttributeType(rawValue: 600)
    public static let string = AttributeType(rawValue: 700)
    public static let boolean = AttributeType(rawValue: 800)
    public static let date = AttributeType(rawValue: 900)
    public static let binaryData = AttributeType(rawValue: 1000)
    public static let uuid = AttributeType(rawValue: 1100)
    public static let uri = AttributeType(rawValue: 1200)
    public static let transformable = AttributeType(rawValue: 1800)
    public static let objectID = AttributeType(rawValue: 2000)
    public static let composite = AttributeType(rawValue: 2100)
  }

  public override init() { super.init() }

  // MARK: Type

  open var attributeType = NSAttributeType.undefinedAttributeType { willSet { requireMutable() } }

  open var type: AttributeType {
    get { AttributeType(rawValue: attributeType.rawValue) }
    set {
      guard let known = NSAttributeType(rawValue: newValue.rawValue) else {
        NSException.raise(.invalidArgumentException, "\(newValue.rawValue) is not an attribute type")
      }
      attributeType = known
    }
  }

  /// The class that values have in Objective-C.
  open var attributeValueClassName: String? {
    get { givenValueClassName ?? defaultValueClassName }
    set {
      requireMutable()
      givenValueClassName = newValue
    }
  }
  private var givenValueClassName: String?
  final var valueClassNameIfGiven: String? { givenValueClassName }

  private var defaultValueClassName: String? {
    switch attributeType {
    case .undefinedAttributeType, .transformableAttributeType: nil
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .doubleAttributeType,
      .floatAttributeType, .booleanAttributeType:
      "NSNumber"
    case .decimalAttributeType: "NSDecimalNumber"
    case .stringAttributeType: "NSString"
    case .dateAttributeType: "NSDate"
    case .binaryDataAttributeType: "NSData"
    case .UUIDAttributeType: "NSUUID"
    case .URIAttributeType: "NSURL"
    case .objectIDAttributeType: "NSManagedObjectID"
    case .compositeAttributeType: "NSDictionary"
    }
  }

  // MARK: Values

  /// The value in a new object; numbers are `NSNumber`.
  open var defaultValue: Any? { willSet { requireMutable() } }
  /// The name of a transformable attribute's value transformer; nil for the secure unarchive transformer.
  open var valueTransformerName: String? { willSet { requireMutable() } }

  // MARK: Storage

  /// Whether large data is stored in files beside the store.
  open var allowsExternalBinaryDataStorage = false { willSet { requireMutable() } }
  open var preservesValueInHistoryOnDeletion = false { willSet { requireMutable() } }
  open var allowsCloudEncryption = false { willSet { requireMutable() } }

  override var formatKind: ManagedModel.Property.Kind { .attribute(attributeFormat) }
  var attributeFormat: ManagedModel.Attribute {
    ManagedModel.Attribute(
      type: ManagedModel.AttributeType.allCases.first { $0.number == attributeType.rawValue } ?? .undefined)
  }

  override func emptyCopy() -> NSPropertyDescription { NSAttributeDescription() }
  override func copyFields(to copy: NSPropertyDescription) {
    super.copyFields(to: copy)
    guard let copy = copy as? NSAttributeDescription else { return }
    copy.attributeType = attributeType
    copy.givenValueClassName = givenValueClassName
    copy.defaultValue = defaultValue
    copy.valueTransformerName = valueTransformerName
    copy.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
    copy.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
    copy.allowsCloudEncryption = allowsCloudEncryption
  }

  open override var description: String {
    "\(super.description), attributeType \(attributeType.rawValue), attributeValueClassName "
      + "\(attributeValueClassName ?? "(null)"), defaultValue \(defaultValue.map { "\($0)" } ?? "(null)")"
  }
}

/// An attribute that the framework computes from others when the object is saved.
open class NSDerivedAttributeDescription: NSAttributeDescription, @unchecked Sendable {
  // @unchecked: as NSPropertyDescription.

  /// A key path, or one of the functions `sum:`, `count:`, `canonical:`, `uppercase:`, `lowercase:` and `now()`.
  open var derivationExpression: NSExpression? { willSet { requireMutable() } }

  public override init() { super.init() }

  override var attributeFormat: ManagedModel.Attribute {
    var format = super.attributeFormat
    format.derivation = derivationExpression?.description
    return format
  }
  override func emptyCopy() -> NSPropertyDescription { NSDerivedAttributeDescription() }
  override func copyFields(to copy: NSPropertyDescription) {
    super.copyFields(to: copy)
    (copy as? NSDerivedAttributeDescription)?.derivationExpression = derivationExpression
  }
}

/// An attribute that is composed of other attributes; its values are dictionaries.
open class NSCompositeAttributeDescription: NSAttributeDescription, @unchecked Sendable {
  // @unchecked: as NSPropertyDescription.

  open var elements: [NSAttributeDescription] = [] { willSet { requireMutable() } }

  public override init() {
    super.init()
    attributeType = .compositeAttributeType
  }

  override var attributeFormat: ManagedModel.Attribute {
    var format = super.attributeFormat
    format.elements = elements.map(\.format)
    return format
  }
  override func freeze() {
    super.freeze()
    for element in elements { element.freeze() }
  }
  override func emptyCopy() -> NSPropertyDescription { NSCompositeAttributeDescription() }
  override func copyFields(to copy: NSPropertyDescription) {
    super.copyFields(to: copy)
    (copy as? NSCompositeAttributeDescription)?.elements = elements.compactMap {
      $0.copy() as? NSAttributeDescription
    }
  }
}
