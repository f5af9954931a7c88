/// The update that a change of an `@Invalidating` property requests.
public struct UIViewInvalidation: Sendable {
  fileprivate enum Kind: Sendable { case display, layout, constraints, intrinsicContentSize, configuration }
  fileprivate let kind: Kind

  public static let display = UIViewInvalidation(kind: .display)
  public static let layout = UIViewInvalidation(kind: .layout)
  public static let constraints = UIViewInvalidation(kind: .constraints)
  public static let intrinsicContentSize = UIViewInvalidation(kind: .intrinsicContentSize)
  public static let configuration = UIViewInvalidation(kind: .configuration)
}

extension UIView {
  /// A property whose change requests drawing, layout or another step: `@Invalidating(.display) var x = 0`.
  // F-159
  @propertyWrapper public struct Invalidating<Value: Equatable> {
    private var value: Value
    private let kinds: [UIViewInvalidation]

    public init(wrappedValue: Value, _ kinds: UIViewInvalidation...) {
      value = wrappedValue
      self.kinds = kinds
    }

    @available(*, unavailable, message: "@Invalidating is for properties of views")
    public var wrappedValue: Value {
      get { fatalError("unavailable") }
      set { fatalError("unavailable") }
    }

    @MainActor
    public static subscript<View: UIView>(
      _enclosingInstance view: View, wrapped _: ReferenceWritableKeyPath<View, Value>,
      storage storage: ReferenceWritableKeyPath<View, Self>
    ) -> Value {
      get { view[keyPath: storage].value }
      set {
        if view[keyPath: storage].value == newValue { return }
        view[keyPath: storage].value = newValue
        for kind in view[keyPath: storage].kinds { view.invalidate(kind) }
      }
    }
  }

  fileprivate func invalidate(_ invalidation: UIViewInvalidation) {
    switch invalidation.kind {
    case .display: setNeedsDisplay()
    case .layout: setNeedsLayout()
    case .constraints: setNeedsUpdateConstraints()
    case .intrinsicContentSize: invalidateIntrinsicContentSize()
    case .configuration: break
    }
  }
}
