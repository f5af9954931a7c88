import CarobFoundation

extension NSLayoutConstraint {
  /// Creates the constraints that a visual format string describes, in the order of the string.
  ///
  /// An invalid format, an unknown view or metric, and `|` without a superview raise
  /// `NSInvalidArgumentException`, whose message marks the position.
  public class func constraints(
    withVisualFormat format: String, options opts: FormatOptions = [], metrics: [String: Any]?,
    views: [String: Any]
  ) -> [NSLayoutConstraint] {
    do {
      let parsed = try VisualFormatParser.parse(format)
      let interpreter = VisualFormatInterpreter(options: opts, metrics: metrics ?? [:], views: views)
      return try interpreter.constraints(parsed)
    } catch {
      NSException.raise(
        .invalidArgumentException,
        "Unable to parse constraint format: \n\(error.message)\n\(format)\n\(String(repeating: " ", count: error.offset))^"
      )
    }
  }
}

/// Turns a parsed format into constraints between views.
@MainActor
private struct VisualFormatInterpreter {
  typealias Failure = VisualFormatParser.Failure

  let options: NSLayoutConstraint.FormatOptions
  let metrics: [String: Any]
  let views: [String: Any]

  func constraints(_ format: VisualFormatParser.Format) throws(Failure) -> [NSLayoutConstraint] {
    var result: [NSLayoutConstraint] = []
    var items: [any LayoutConstrainable] = []
    for element in format.elements {
      guard let name = element.view else {
        items.append(try superview(format, at: element.offset))
        continue
      }
      let item = try item(name, at: element.offset)
      items.append(item)
    }
    for (index, element) in format.elements.enumerated() {
      for predicate in element.predicates {
        result.append(try size(predicate, of: items[index], isVertical: format.isVertical))
      }
      if index + 1 < format.elements.count {
        let next = format.elements[index + 1]
        result += try spacing(
          format.connections[index], from: items[index], isSuperviewFirst: element.view == nil,
          to: items[index + 1],
          isSuperviewLast: next.view == nil, isVertical: format.isVertical)
      }
    }
    let named = zip(format.elements, items).filter { $0.0.view != nil }.map(\.1)
    for (view, next) in zip(named, named.dropFirst()) { result += alignments(view, next) }
    return result
  }

  private func item(_ name: String, at offset: Int) throws(Failure) -> any LayoutConstrainable {
    guard let value = views[name] else {
      throw Failure(message: "\(name) is not a key in the views dictionary.", offset: offset + 1)
    }
    guard let item = value as? any LayoutConstrainable else {
      throw Failure(
        message: "\(name) is \(type(of: value)), neither a view nor a layout guide.", offset: offset + 1)
    }
    return item
  }

  private func superview(_ format: VisualFormatParser.Format, at offset: Int) throws(Failure)
    -> any LayoutConstrainable
  {
    guard let name = format.elements.first(where: { $0.view != nil })?.view else {
      throw Failure(message: "A view in square brackets is missing", offset: offset)
    }
    let item = try item(name, at: offset)
    if let view = item as? UIView, let superview = view.superview { return superview }
    if let guide = item as? UILayoutGuide, let owner = guide.owningView { return owner }
    throw Failure(
      message: "Unable to interpret '|' character, because the related view doesn't have a superview",
      offset: offset)
  }

  // MARK: Sizes and spacing

  private func size(
    _ predicate: VisualFormatParser.Predicate, of item: any LayoutConstrainable, isVertical: Bool
  ) throws(Failure) -> NSLayoutConstraint {
    let attribute: NSLayoutConstraint.Attribute = isVertical ? .height : .width
    let constraint: NSLayoutConstraint
    if case .name(let name) = predicate.operand, metrics[name] == nil {
      let other = try self.item(name, at: predicate.offset - 1)
      constraint = NSLayoutConstraint(item, attribute, relation(predicate), other, attribute, 1, 0)
    } else {
      let constant = try number(predicate.operand, at: predicate.offset)
      constraint = NSLayoutConstraint(
        item, attribute, relation(predicate), nil, .notAnAttribute, 1, CGFloat(constant))
    }
    return try prioritized(constraint, predicate)
  }

  private func spacing(
    _ connection: VisualFormatParser.Connection, from first: any LayoutConstrainable, isSuperviewFirst: Bool,
    to second: any LayoutConstrainable, isSuperviewLast: Bool, isVertical: Bool
  ) throws(Failure) -> [NSLayoutConstraint] {
    var (start, end) = edges(isVertical: isVertical)
    let isReversed = !isVertical && options.contains(.directionRightToLeft)
    var predicates: [VisualFormatParser.Predicate]
    switch connection {
    case .none: predicates = [.init(operand: .number(0), priority: nil, offset: 0)]
    case .standard:
      // The standard spacing to a superview is its layout margin.
      let atSuperview = isSuperviewFirst || isSuperviewLast
      predicates = [
        .init(operand: .number(atSuperview ? 0 : Double(SystemSpacing.standard)), priority: nil, offset: 0)
      ]
      if isSuperviewFirst { end = margin(of: start) }
      if isSuperviewLast { start = margin(of: end) }
    case .predicates(let list): predicates = list
    }
    if case .standard = connection {
    } else {
      if isSuperviewFirst { end = start }
      if isSuperviewLast { start = end }
    }
    if isVertical, options.contains(.spacingBaselineToBaseline), !isSuperviewFirst, !isSuperviewLast {
      start = .firstBaseline
      end = .lastBaseline
    }
    var result: [NSLayoutConstraint] = []
    for predicate in predicates {
      let constant = CGFloat(try number(predicate.operand, at: predicate.offset))
      // Written so that the constant is positive: later edge = earlier edge + spacing.
      let constraint =
        isReversed
        ? NSLayoutConstraint(first, end, relation(predicate), second, start, 1, constant)
        : NSLayoutConstraint(second, start, relation(predicate), first, end, 1, constant)
      result.append(try prioritized(constraint, predicate))
    }
    return result
  }

  /// The leading and trailing edges of a view in the format's direction.
  private func edges(isVertical: Bool) -> (NSLayoutConstraint.Attribute, NSLayoutConstraint.Attribute) {
    if isVertical { return (.top, .bottom) }
    if options.contains(.directionLeftToRight) { return (.left, .right) }
    if options.contains(.directionRightToLeft) { return (.right, .left) }
    return (.leading, .trailing)
  }

  private func margin(of attribute: NSLayoutConstraint.Attribute) -> NSLayoutConstraint.Attribute {
    switch attribute {
    case .top: .topMargin
    case .bottom: .bottomMargin
    case .left: .leftMargin
    case .right: .rightMargin
    case .leading: .leadingMargin
    default: .trailingMargin
    }
  }

  private func alignments(
    _ view: any LayoutConstrainable, _ next: any LayoutConstrainable
  ) -> [NSLayoutConstraint] {
    let choices: [(NSLayoutConstraint.FormatOptions, NSLayoutConstraint.Attribute)] = [
      (.alignAllLeft, .left), (.alignAllRight, .right), (.alignAllTop, .top), (.alignAllBottom, .bottom),
      (.alignAllLeading, .leading), (.alignAllTrailing, .trailing), (.alignAllCenterX, .centerX),
      (.alignAllCenterY, .centerY), (.alignAllLastBaseline, .lastBaseline),
      (.alignAllFirstBaseline, .firstBaseline),
    ]
    return choices.filter { options.contains($0.0) }.map {
      NSLayoutConstraint(view, $0.1, .equal, next, $0.1, 1, 0)
    }
  }

  // MARK: Values

  private func relation(_ predicate: VisualFormatParser.Predicate) -> NSLayoutConstraint.Relation {
    switch predicate.relation {
    case .equal: .equal
    case .lessThanOrEqual: .lessThanOrEqual
    case .greaterThanOrEqual: .greaterThanOrEqual
    }
  }

  private func prioritized(
    _ constraint: NSLayoutConstraint, _ predicate: VisualFormatParser.Predicate
  ) throws(Failure) -> NSLayoutConstraint {
    if let priority = predicate.priority {
      constraint.priority = UILayoutPriority(Float(try number(priority, at: predicate.offset)))
    }
    return constraint
  }

  private func number(_ operand: VisualFormatParser.Operand, at offset: Int) throws(Failure) -> Double {
    switch operand {
    case .number(let number): return number
    case .name(let name):
      guard let value = metrics[name] else {
        throw Failure(message: "\(name) is not a key in the metrics dictionary.", offset: offset)
      }
      switch value {
      case let value as CGFloat: return Double(value)
      case let value as Double: return value
      case let value as Int: return Double(value)
      case let value as Float: return Double(value)
      case let value as UILayoutPriority: return Double(value.rawValue)
      case let value as NSNumber: return value.doubleValue
      default:
        throw Failure(message: "The metric \(name) is \(type(of: value)), not a number.", offset: offset)
      }
    }
  }
}
