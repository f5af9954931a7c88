/// Names an object of a saved state: the identifiers from the root to it (E-350).
///
/// Siblings should not share an identifier; those that do are told apart by their order.
struct StateReference: Hashable {
  enum Kind: String { case controller, view, object }
  var kind: Kind
  var path: [String]
  var ordinal = 0

  var description: String { path.joined(separator: "/") + (ordinal == 0 ? "" : "#\(ordinal)") }
}
