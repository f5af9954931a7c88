/// A pointer that enters a view, moves over it and leaves, without a button or finger down.
package struct HoverMachine: Sendable {
  package enum Input: Sendable { case inside, outside }

  private var isInside = false

  package init() {}

  package mutating func handle(_ input: Input) -> GestureDecision? {
    defer { isInside = input == .inside }
    switch (isInside, input) {
    case (false, .inside): return .begin
    case (true, .inside): return .change
    case (true, .outside): return .end
    case (false, .outside): return nil
    }
  }
}
