/// Identifies an object in a saved state by the identifiers from the root to it (E-350).
///
/// Siblings should have different identifiers; those that share one are distinguished by their order.
struct StateReference: Hashable {
  enum Kind: String { case controller, view, object }
  var kind: Kind
  var path: [String]
  var ordinal = 0

  var description: String { path.joined(separator: "/") + (ordinal == 0 ? "" : "#\(ordinal)") }
}
