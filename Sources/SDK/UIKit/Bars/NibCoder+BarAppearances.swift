import CarobFoundation
import NibFormat

/// Decodes the appearances of bars and their items in storyboards (E-540).
extension NibCoder {
  /// Reads the appearances in the element of a bar or a bar item.
  func readAppearances<Appearance: UIBarAppearance>(
    _ e: NibElement, _ looks: @autoclosure () -> BarAppearances<Appearance>
  ) {
    let outer = element
    for (key, place) in [
      ("standardAppearance", BarAppearances<Appearance>.Place.standard),
      ("scrollEdgeAppearance", .scrollEdge),
      ("compactAppearance", .compact), ("compactScrollEdgeAppearance", .compactScrollEdge),
    ] {
      guard let e = e.child(key: key) else { continue }
      let look = Appearance(barAppearance: UIBarAppearance())
      element = e
      read(e, look)
      looks()[place] = look
    }
    element = outer
  }

  private func read(_ e: NibElement, _ look: UIBarAppearance) {
    if let color = color(key: "backgroundColor") { look.backgroundColor = color }
    if let color = color(key: "shadowColor") { look.shadowColor = color }
    if let image = image(attribute: "backgroundImage") { look.backgroundImage = image }
    if let image = image(attribute: "shadowImage") { look.shadowImage = image }
    switch look {
    case let look as UINavigationBarAppearance:
      if let found = textAttributes(e, "titleTextAttributes") { look.titleTextAttributes = found }
      if let found = textAttributes(e, "largeTitleTextAttributes") { look.largeTitleTextAttributes = found }
      if let found = offset(e, "titlePositionAdjustment") { look.titlePositionAdjustment = found }
      read(e, "buttonAppearance", look.buttonAppearance)
      read(e, "doneButtonAppearance", look.doneButtonAppearance)
      read(e, "backButtonAppearance", look.backButtonAppearance)
    case let look as UIToolbarAppearance:
      read(e, "buttonAppearance", look.buttonAppearance)
      read(e, "doneButtonAppearance", look.doneButtonAppearance)
    case let look as UITabBarAppearance:
      read(e, "stackedLayoutAppearance", look.stackedLayoutAppearance)
      read(e, "inlineLayoutAppearance", look.inlineLayoutAppearance)
      read(e, "compactInlineLayoutAppearance", look.compactInlineLayoutAppearance)
    default: break
    }
  }

  /// Reads the states of items. Values that a state does not specify stay unchanged.
  private func read(_ e: NibElement, _ key: String, _ look: _ItemAppearance) {
    guard let e = e.child(key: key) else { return }
    let second = look is UITabBarItemAppearance ? "selected" : "highlighted"
    for (key, state) in zip(["normal", second, "disabled", "focused"], look.states) {
      guard let e = e.child(key: key) else { continue }
      if let found = textAttributes(e, "titleTextAttributes") { state[.title] = found }
      if let found = textAttributes(e, "badgeTextAttributes") { state[.badgeTitle] = found }
      if let found = offset(e, "titlePositionAdjustment") { state[.titlePlace] = found }
      if let found = offset(e, "badgePositionAdjustment") { state[.badgePlace] = found }
      if let found = offset(e, "badgeTitlePositionAdjustment") { state[.badgeTitlePlace] = found }
      if let found = e.child(key: "iconColor").flatMap(color) { state[.icon] = found }
      if let found = e.child(key: "badgeBackgroundColor").flatMap(color) { state[.badge] = found }
      element = e
      if let found = image(attribute: "backgroundImage") { state[.background] = found }
    }
  }

  func textAttributes(_ e: NibElement, _ key: String) -> [NSAttributedString.Key: Any]? {
    guard let e = e.child(key: key) else { return nil }
    var result: [NSAttributedString.Key: Any] = [:]
    if let color = e.child(key: "textColor").flatMap(color) { result[.foregroundColor] = color }
    if let font = e.child(key: "fontDescription").flatMap(font) { result[.font] = font }
    return result
  }

  private func offset(_ e: NibElement, _ key: String) -> UIOffset? {
    e.child(key: key).map {
      UIOffset(horizontal: $0.double("horizontal") ?? 0, vertical: $0.double("vertical") ?? 0)
    }
  }
}
