import CarobFoundation

/// Calls optional methods of delegates and data sources if they are implemented (F-151), and records the
/// calls in the journal.
extension _CarobOptional {
  /// Returns the result of the optional method; nil if it is not implemented.
  @MainActor
  func ask<Answer>(
    from sender: AnyObject, mechanism: Mechanism = .delegate, _ name: String, _ selector: Selector,
    _ body: (Self) -> Answer
  ) -> Answer? {
    guard Runtime.answers(self, selector) else { return nil }
    return Journal.query(mechanism, name, to: self, from: sender) { body(self) }
  }

  @MainActor
  func tell(
    from sender: AnyObject, mechanism: Mechanism = .delegate, category: EventCategory = .user, _ name: String,
    _ selector: Selector, _ body: (Self) -> Void
  ) {
    guard Runtime.answers(self, selector) else { return }
    Journal.deliver(mechanism, name, to: self, from: sender, category: category) { body(self) }
  }
}
