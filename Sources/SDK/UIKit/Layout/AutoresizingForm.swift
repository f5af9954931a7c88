import CarobFoundation

/// A position or length that an autoresizing mask implies: `factor · superview's length + constant`.
struct AutoresizingForm {
  var factor: Double
  var constant: Double

  /// The position and length of a view in a superview of the given length.
  ///
  /// A change of the superview's length is distributed among the flexible parts in proportion to their
  /// current size.
  static func pair(
    origin: CGFloat, length: CGFloat, room: CGFloat, before: Bool, middle: Bool, after: Bool
  ) -> (AutoresizingForm, AutoresizingForm) {
    let end = room - origin - length
    var flexible: CGFloat = 0
    if before { flexible += origin }
    if middle { flexible += length }
    if after { flexible += end }
    let count = [before, middle, after].filter { $0 }.count
    func share(_ part: CGFloat, _ isFlexible: Bool) -> Double {
      guard isFlexible else { return 0 }
      return flexible > 0 ? Double(part / flexible) : 1 / Double(count)
    }
    let originShare = share(origin, before)
    let lengthShare = share(length, middle)
    return (
      AutoresizingForm(factor: originShare, constant: Double(origin) - originShare * Double(room)),
      AutoresizingForm(factor: lengthShare, constant: Double(length) - lengthShare * Double(room))
    )
  }
}
