import CarobFoundation

// The functions that `@NSManaged` properties and generated accessors call. There is one for each attribute
// type; the compiler chooses the overload, so that values are not boxed.

extension NSManagedObject {
  public final func _managedValue(_ key: StaticString) -> String? {
    if case .text(let text) = read(plan.index(of: key)) { text } else { nil }
  }
  public final func _managedValue(_ key: StaticString) -> String {
    if case .text(let text) = read(plan.index(of: key)) { text } else { "" }
  }
  public final func _setManagedValue(_ value: String?, _ key: StaticString) {
    write(plan.index(of: key), value.map { .text($0) } ?? .null)
  }
  public final func _managedValue(_ key: StaticString) -> Int64 { readInteger(key) }
  public final func _managedValue(_ key: StaticString) -> Int32 {
    Int32(truncatingIfNeeded: readInteger(key))
  }
  public final func _managedValue(_ key: StaticString) -> Int16 {
    Int16(truncatingIfNeeded: readInteger(key))
  }
  public final func _managedValue(_ key: StaticString) -> Int { Int(truncatingIfNeeded: readInteger(key)) }
  public final func _managedValue(_ key: StaticString) -> Bool { readInteger(key) != 0 }
  public final func _managedValue(_ key: StaticString) -> Double { readReal(key) }
  public final func _managedValue(_ key: StaticString) -> Float { Float(readReal(key)) }

  public final func _setManagedValue(_ value: Int64, _ key: StaticString) { writeInteger(value, key) }
  public final func _setManagedValue(_ value: Int32, _ key: StaticString) { writeInteger(Int64(value), key) }
  public final func _setManagedValue(_ value: Int16, _ key: StaticString) { writeInteger(Int64(value), key) }
  public final func _setManagedValue(_ value: Int, _ key: StaticString) { writeInteger(Int64(value), key) }
  public final func _setManagedValue(_ value: Bool, _ key: StaticString) { writeInteger(value ? 1 : 0, key) }
  public final func _setManagedValue(_ value: Double, _ key: StaticString) { writeReal(value, key) }
  public final func _setManagedValue(_ value: Float, _ key: StaticString) { writeReal(Double(value), key) }

  public final func _managedValue(_ key: StaticString) -> Date? {
    if case .real(let time) = read(plan.index(of: key)) {
      Date(timeIntervalSinceReferenceDate: time)
    } else {
      nil
    }
  }
  public final func _managedValue(_ key: StaticString) -> Date {
    _managedValue(key) as Date? ?? Date(timeIntervalSinceReferenceDate: 0)
  }
  public final func _setManagedValue(_ value: Date?, _ key: StaticString) {
    write(plan.index(of: key), value.map { .real($0.timeIntervalSinceReferenceDate) } ?? .null)
  }
  public final func _managedValue(_ key: StaticString) -> Data? {
    if case .data(let data) = read(plan.index(of: key)) { data } else { nil }
  }
  public final func _managedValue(_ key: StaticString) -> Data { _managedValue(key) as Data? ?? Data() }
  public final func _setManagedValue(_ value: Data?, _ key: StaticString) {
    write(plan.index(of: key), value.map { .data($0) } ?? .null)
  }
  public final func _managedValue(_ key: StaticString) -> UUID? {
    if case .text(let text) = read(plan.index(of: key)) { UUID(uuidString: text) } else { nil }
  }
  public final func _setManagedValue(_ value: UUID?, _ key: StaticString) {
    write(plan.index(of: key), value.map { .text($0.uuidString) } ?? .null)
  }
  public final func _managedValue(_ key: StaticString) -> URL? {
    if case .text(let text) = read(plan.index(of: key)) { URL(string: text) } else { nil }
  }
  public final func _setManagedValue(_ value: URL?, _ key: StaticString) {
    write(plan.index(of: key), value.map { .text($0.absoluteString) } ?? .null)
  }

  /// The object of a to-one relationship; nil if the relationship is empty.
  public final func _managedValue<Object: NSManagedObject>(_ key: StaticString) -> Object? {
    toOne(plan.index(of: key)).map { related($0, key) }
  }
  public final func _managedValue<Object: NSManagedObject>(_ key: StaticString) -> Object {
    guard let object = toOne(plan.index(of: key)) else {
      fatalError(
        "\(plan.className).\(key) is nil, but its declaration is not optional (C-143); the relationship is empty"
      )
    }
    return related(object, key)
  }
  public final func _setManagedValue<Object: NSManagedObject>(_ value: Object?, _ key: StaticString) {
    setToOne(plan.index(of: key), value)
  }
  private func related<Object: NSManagedObject>(_ object: NSManagedObject, _ key: StaticString) -> Object {
    guard let object = object as? Object else {
      fatalError(
        "\(plan.className).\(key) is declared as \(Object.self), but the model's destination is entity "
          + "\(object.entity.name ?? "") of class \(type(of: object)) (C-143)")
    }
    return object
  }

  public final func _managedValue<Object: NSManagedObject>(_ key: StaticString) -> Set<Object>? {
    toMany(plan.index(of: key)).set(of: Object.self)
  }
  public final func _managedValue<Object: NSManagedObject>(_ key: StaticString) -> Set<Object> {
    toMany(plan.index(of: key)).set(of: Object.self)
  }
  public final func _setManagedValue<Object: NSManagedObject>(_ value: Set<Object>?, _ key: StaticString) {
    setToMany(plan.index(of: key), (value ?? []).sorted(by: Self.precedes))
  }
  public final func _managedValue(_ key: StaticString) -> NSSet? {
    value(inSlot: plan.index(of: key)) as? NSSet
  }
  public final func _setManagedValue(_ value: NSSet?, _ key: StaticString) {
    setValue(value, inSlot: plan.index(of: key))
  }
  public final func _managedValue(_ key: StaticString) -> NSOrderedSet? {
    value(inSlot: plan.index(of: key)) as? NSOrderedSet
  }
  public final func _setManagedValue(_ value: NSOrderedSet?, _ key: StaticString) {
    setValue(value, inSlot: plan.index(of: key))
  }

  /// Any other type: `NSNumber`, decimals, transformable values.
  @_disfavoredOverload
  public final func _managedValue<Value>(_ key: StaticString) -> Value {
    let value = value(inSlot: plan.index(of: key))
    if let value, let same = value as? Value { return same }
    if let optional = Value.self as? any OptionalType.Type, let none = optional.none as? Value {
      guard value != nil, let converted = Self.converted(value, Value.self) else { return none }
      return converted
    }
    guard let converted = Self.converted(value, Value.self) else {
      fatalError(
        "\(plan.className).\(key) is \(value.map { "a \(type(of: $0))" } ?? "nil"), but its declaration says "
          + "\(Value.self) (C-143)")
    }
    return converted
  }
  @_disfavoredOverload
  public final func _setManagedValue<Value>(_ value: Value, _ key: StaticString) {
    let slot = plan.index(of: key)
    if let optional = value as? any OptionalType { return setValue(optional.wrapped, inSlot: slot) }
    if let raw = value as? any RawRepresentable { return setValue(raw.rawValue, inSlot: slot) }
    setValue(value, inSlot: slot)
  }

  private static func converted<Value>(_ value: Any?, _ type: Value.Type) -> Value? {
    if let decimal = value as? NSDecimalNumber, let same = decimal.decimalValue as? Value { return same }
    guard let number = value as? NSNumber else { return nil }
    if let type = Value.self as? any RawRepresentable.Type { return rawRepresentable(number, type) as? Value }
    return number as? Value
  }
  private static func rawRepresentable<T: RawRepresentable>(_ number: NSNumber, _ type: T.Type) -> Any? {
    if let raw = number.int64Value as? T.RawValue { return T(rawValue: raw) }
    if let raw = number.int32Value as? T.RawValue { return T(rawValue: raw) }
    if let raw = number.int16Value as? T.RawValue { return T(rawValue: raw) }
    if let raw = number.intValue as? T.RawValue { return T(rawValue: raw) }
    return nil
  }

  @inline(__always)
  private final func readInteger(_ key: StaticString) -> Int64 {
    switch read(plan.index(of: key)) {
    case .integer(let value): value
    case .real(let value): Int64(value)
    default: 0
    }
  }
  @inline(__always)
  private final func readReal(_ key: StaticString) -> Double {
    switch read(plan.index(of: key)) {
    case .real(let value): value
    case .integer(let value): Double(value)
    default: 0
    }
  }
  // NB: a scalar accessor may be declared for an attribute of another type.
  @inline(__always)
  private final func writeInteger(_ value: Int64, _ key: StaticString) {
    let slot = plan.index(of: key)
    switch plan.slots[slot].attributeType {
    case .doubleAttributeType, .floatAttributeType: write(slot, .real(Double(value)))
    default: write(slot, .integer(value))
    }
  }
  @inline(__always)
  private final func writeReal(_ value: Double, _ key: StaticString) {
    let slot = plan.index(of: key)
    switch plan.slots[slot].attributeType {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
      write(slot, .integer(Int64(value)))
    default: write(slot, .real(value))
    }
  }

  // MARK: Primitive accessors

  public final func _primitiveManagedValue<Value>(_ key: StaticString) -> Value {
    let slot = plan.index(of: key)
    if flags.contains(.fault) { fire() }
    let value = primitive(inSlot: slot)
    if let value, let same = value as? Value { return same }
    if let optional = Value.self as? any OptionalType.Type, let none = optional.none as? Value { return none }
    guard let converted = Self.converted(value, Value.self) else {
      fatalError("the primitive value of \(plan.className).\(key) is not a \(Value.self) (C-143)")
    }
    return converted
  }
  public final func _setPrimitiveManagedValue<Value>(_ value: Value, _ key: StaticString) {
    if flags.contains(.fault) { fire() }
    let boxed: Any? = if let optional = value as? any OptionalType { optional.wrapped } else { value }
    setPrimitive(boxed, inSlot: plan.index(of: key))
  }

  // MARK: Generated to-many accessors (C-34)

  public final func _addToMany(_ object: NSManagedObject, _ key: StaticString) {
    addToMany(plan.index(of: key), [object])
  }
  public final func _removeFromMany(_ object: NSManagedObject, _ key: StaticString) {
    removeFromMany(plan.index(of: key), [object])
  }
  public final func _addToMany(all objects: Any, _ key: StaticString) {
    addToMany(plan.index(of: key), Self.objects(in: objects) ?? [])
  }
  public final func _removeFromMany(all objects: Any, _ key: StaticString) {
    removeFromMany(plan.index(of: key), Self.objects(in: objects) ?? [])
  }
  public final func _insertIntoMany(_ object: NSManagedObject, at index: Int, _ key: StaticString) {
    addToMany(plan.index(of: key), [object], at: index)
  }
  public final func _removeFromMany(at index: Int, _ key: StaticString) {
    let slot = plan.index(of: key)
    removeFromMany(slot, [toMany(slot).members[index]])
  }
  public final func _insertIntoMany(
    all objects: [NSManagedObject], at indexes: NSIndexSet, _ key: StaticString
  ) {
    let slot = plan.index(of: key)
    for (object, index) in zip(objects, indexes as IndexSet) { addToMany(slot, [object], at: index) }
  }
  public final func _removeFromMany(atAll indexes: NSIndexSet, _ key: StaticString) {
    let slot = plan.index(of: key)
    let members = toMany(slot).members
    removeFromMany(slot, (indexes as IndexSet).map { members[$0] })
  }
  public final func _replaceInMany(at index: Int, with object: NSManagedObject, _ key: StaticString) {
    replaceInMany(plan.index(of: key), IndexSet(integer: index), [object])
  }
  public final func _replaceInMany(
    atAll indexes: NSIndexSet, with objects: [NSManagedObject], _ key: StaticString
  ) {
    replaceInMany(plan.index(of: key), indexes as IndexSet, objects)
  }

  final func replaceInMany(_ slot: Int, _ indexes: IndexSet, _ objects: [NSManagedObject]) {
    var members = Array(toMany(slot).members)
    for (index, object) in zip(indexes, objects) { members[index] = object }
    setToMany(slot, members)
  }
}
