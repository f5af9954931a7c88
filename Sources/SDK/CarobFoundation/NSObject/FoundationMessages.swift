import CarobRuntime

/// The methods of every object that selectors can call (F-165).
enum FoundationMessages {
  static var object: [_CarobMethod] {
    _CarobMethod.answered([
      ("description", "description"), ("debugDescription", "debugDescription"), ("hash", "hash"),
      ("isEqual:", "isEqual(_:)"), ("isKindOfClass:", "isKind(of:)"), ("isMemberOfClass:", "isMember(of:)"),
      ("conformsToProtocol:", "conforms(to:)"), ("performSelector:", "perform(_:)"),
      ("performSelector:withObject:", "perform(_:with:)"),
      ("performSelector:withObject:withObject:", "perform(_:with:with:)"), ("copy", "copy()"),
      ("mutableCopy", "mutableCopy()"), ("class", "class"), ("superclass", "superclass"),
      ("valueForKey:", "value(forKey:)"), ("setValue:forKey:", "setValue(_:forKey:)"),
      ("valueForKeyPath:", "value(forKeyPath:)"), ("setValue:forKeyPath:", "setValue(_:forKeyPath:)"),
    ])
  }
}
