import CarobFoundation
import ManagedModelFormat

/// A property whose objects are fetched on first access; `$FETCH_SOURCE` in its predicate is the object.
open class NSFetchedPropertyDescription: NSPropertyDescription, @unchecked Sendable {
  // @unchecked: as NSPropertyDescription.

  open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? { willSet { requireMutable() } }

  public override init() { super.init() }

  override var formatKind: ManagedModel.Property.Kind {
    .fetched(ManagedModel.FetchRequest(name: name, entity: ""))
  }
  override func emptyCopy() -> NSPropertyDescription { NSFetchedPropertyDescription() }
  override func copyFields(to copy: NSPropertyDescription) {
    super.copyFields(to: copy)
    (copy as? NSFetchedPropertyDescription)?.fetchRequest =
      fetchRequest?.copy() as? NSFetchRequest<any NSFetchRequestResult>
  }
}

/// A computed column of a fetch whose results are dictionaries.
open class NSExpressionDescription: NSPropertyDescription, @unchecked Sendable {
  // @unchecked: as NSPropertyDescription.

  open var expression: NSExpression?
  open var expressionResultType = NSAttributeType.undefinedAttributeType
  /// `expressionResultType` under the name that newer systems use.
  open var resultType: NSAttributeDescription.AttributeType {
    get { .init(rawValue: expressionResultType.rawValue) }
    set { expressionResultType = NSAttributeType(rawValue: newValue.rawValue) ?? .undefinedAttributeType }
  }

  public override init() { super.init() }

  override func emptyCopy() -> NSPropertyDescription { NSExpressionDescription() }
  override func copyFields(to copy: NSPropertyDescription) {
    super.copyFields(to: copy)
    guard let copy = copy as? NSExpressionDescription else { return }
    copy.expression = expression
    copy.expressionResultType = expressionResultType
  }
}
