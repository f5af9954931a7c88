@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// The position of a popover (E-436): beside its source, with the arrow pointing at it, within the available
/// room.
struct PopoverPlacement: Equatable {
  static let arrowHeight: CGFloat = 13
  /// Half the arrow's base.
  static let arrowHalf: CGFloat = 13
  static let radius: CGFloat = 13

  var direction: UIPopoverArrowDirection = []
  var card = CGRect.zero
  /// The position of the arrow's tip; without an arrow, the center of the source.
  var tip = CGPoint.zero
  /// The arrow's height, in points.
  private(set) var arrow = Self.arrowHeight

  init() {}

  /// Uses the first permitted direction that has room for the wanted size, in the order up, down, left,
  /// right. If none has, uses the direction with the most room and shrinks the size to fit.
  ///
  /// E-995: with `overlapsSource` the size is kept if the room has space for it, and the card covers the
  /// source.
  init(
    wanted: CGSize, source: CGRect, room: CGRect, permitted: UIPopoverArrowDirection,
    arrowHeight: CGFloat? = nil, overlapsSource: Bool = false
  ) {
    arrow = arrowHeight ?? Self.arrowHeight
    let arrow = arrow
    let source = source.standardized
    let candidates = [UIPopoverArrowDirection.up, .down, .left, .right].filter { permitted.contains($0) }
      .map { ($0, Self.space($0, source, room, arrow)) }
    func fits(_ space: CGRect) -> Bool { space.width >= wanted.width && space.height >= wanted.height }
    func fit(_ space: CGRect) -> CGSize {
      CGSize(width: min(wanted.width, max(space.width, 0)), height: min(wanted.height, max(space.height, 0)))
    }
    func area(_ size: CGSize) -> CGFloat { size.width * size.height }
    var best = candidates.first { fits($0.1) }
    if best == nil {
      for candidate in candidates where best.map({ area(fit(candidate.1)) > area(fit($0.1)) }) ?? true {
        best = candidate
      }
    }
    let middle = CGPoint(x: source.midX, y: source.midY)
    guard let (chosen, space) = best else {
      let size = fit(room)
      tip = middle
      card = Self.around(middle, size, room)
      return
    }
    direction = chosen
    let size: CGSize
    if overlapsSource, !fits(space) {
      let area = Self.space(chosen, CGRect(origin: middle, size: .zero), room, arrow)
      var whole = room
      if chosen == .up || chosen == .down { whole.size.height -= arrow } else { whole.size.width -= arrow }
      size = fit(whole)
      card = Self.around(middle, size, room)
      switch chosen {
      case .up: card.origin.y = min(area.minY, room.maxY - size.height)
      case .down: card.origin.y = max(area.maxY - size.height, room.minY)
      case .left: card.origin.x = min(area.minX, room.maxX - size.width)
      default: card.origin.x = max(area.maxX - size.width, room.minX)
      }
      place(middle)
      return
    }
    size = fit(space)
    card = Self.around(middle, size, space)
    switch chosen {
    case .up: card.origin.y = space.minY
    case .down: card.origin.y = space.maxY - size.height
    case .left: card.origin.x = space.minX
    default: card.origin.x = space.maxX - size.width
    }
    place(middle)
  }

  /// Puts the arrow's tip at the card's side, as near to the middle of the source as possible.
  private mutating func place(_ middle: CGPoint) {
    switch direction {
    case .up: tip = CGPoint(x: middle.x, y: card.minY - arrow)
    case .down: tip = CGPoint(x: middle.x, y: card.maxY + arrow)
    case .left: tip = CGPoint(x: card.minX - arrow, y: middle.y)
    default: tip = CGPoint(x: card.maxX + arrow, y: middle.y)
    }
    // Keeps the arrow off the card's rounded corners.
    let clear = Self.radius + Self.arrowHalf
    if direction == .up || direction == .down {
      tip.x = min(max(tip.x, card.minX + clear), max(card.maxX - clear, card.minX + clear))
    } else {
      tip.y = min(max(tip.y, card.minY + clear), max(card.maxY - clear, card.minY + clear))
    }
  }

  /// The room on the side of the source where the card goes if the arrow points in `direction`.
  private static func space(
    _ direction: UIPopoverArrowDirection, _ source: CGRect, _ room: CGRect, _ arrowHeight: CGFloat
  ) -> CGRect {
    var space = room
    switch direction {
    case .up:
      space.origin.y = min(max(source.maxY + arrowHeight, room.minY), room.maxY)
      space.size.height = room.maxY - space.minY
    case .down: space.size.height = min(max(source.minY - arrowHeight - room.minY, 0), room.height)
    case .left:
      space.origin.x = min(max(source.maxX + arrowHeight, room.minX), room.maxX)
      space.size.width = room.maxX - space.minX
    default: space.size.width = min(max(source.minX - arrowHeight - room.minX, 0), room.width)
    }
    return space
  }

  /// A rectangle of the given size centered on a point, moved to lie within the room.
  private static func around(_ point: CGPoint, _ size: CGSize, _ room: CGRect) -> CGRect {
    CGRect(
      x: min(max(point.x - size.width / 2, room.minX), room.maxX - size.width),
      y: min(max(point.y - size.height / 2, room.minY), room.maxY - size.height),
      width: size.width, height: size.height)
  }
}

/// A popover's card and arrow.
@preconcurrency @MainActor
final class PopoverBalloon: UIView {
  private let card = UIView()
  private let clip = UIView()
  private let arrow = PopoverArrow()
  private var background: UIPopoverBackgroundView?
  @Zeroing private var content: UIView?

  var color: UIColor? {
    didSet {
      card.backgroundColor = color
      arrow.color = color
    }
  }

  func show(_ view: UIView, _ color: UIColor, _ look: UIPopoverBackgroundView.Type? = nil) {
    card.layer.cornerRadius = PopoverPlacement.radius
    card.layer.cornerCurve = .continuous
    card.layer.shadowOpacity = 0.25
    card.layer.shadowRadius = 20
    card.layer.shadowOffset = CGSize(width: 0, height: 4)
    clip.layer.cornerRadius = PopoverPlacement.radius
    clip.layer.cornerCurve = .continuous
    clip.clipsToBounds = true
    addSubview(card)
    addSubview(arrow)
    // E-996
    background = look.flatMap { PopoverLook.make($0) }
    if let background {
      addSubview(background)
      (card.isHidden, arrow.alpha) = (true, 0)
      if !type(of: background).wantsDefaultContentAppearance { clip.layer.cornerRadius = 0 }
    }
    addSubview(clip)
    clip.addSubview(view)
    content = view
    self.color = color
  }

  func place(_ place: PopoverPlacement) {
    let isUpright = place.direction == .up || place.direction == .down
    let height = place.arrow
    let base = PopoverPlacement.arrowHalf * 2
    let box =
      isUpright
      ? CGRect(
        x: place.tip.x - base / 2, y: place.direction == .up ? place.tip.y : place.tip.y - height,
        width: base,
        height: height)
      : CGRect(
        x: place.direction == .left ? place.tip.x : place.tip.x - height, y: place.tip.y - base / 2,
        width: height, height: base)
    arrow.isHidden = place.direction.isEmpty
    let whole = place.direction.isEmpty ? place.card : place.card.union(box)
    frame = whole
    func inner(_ rect: CGRect) -> CGRect { rect.offsetBy(dx: -whole.minX, dy: -whole.minY) }
    card.frame = inner(place.card)
    clip.frame = card.frame
    if let background {
      clip.frame = card.frame.inset(by: type(of: background).contentViewInsets())
      background.frame = bounds
      background.arrowDirection = place.direction
      background.arrowOffset = isUpright ? place.tip.x - whole.midX : place.tip.y - whole.midY
      background.layoutIfNeeded()
    }
    content?.frame = clip.bounds
    arrow.direction = place.direction
    arrow.frame = inner(box)
  }
}

@preconcurrency @MainActor
final class PopoverArrow: UIView {
  var color: UIColor? { didSet { setNeedsDisplay() } }
  var direction: UIPopoverArrowDirection = [] { didSet { if oldValue != direction { setNeedsDisplay() } } }

  override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
    backgroundColor = .clear
    isUserInteractionEnabled = false
  }
  required init?(coder: NSCoder) { nil }

  override var hasOwnContents: Bool { true }
  override func drawContents(in rect: CGRect) {
    let (w, h) = (bounds.width, bounds.height)
    let corners: [CGPoint]
    switch direction {
    case .up: corners = [CGPoint(x: 0, y: h), CGPoint(x: w / 2, y: 0), CGPoint(x: w, y: h)]
    case .down: corners = [CGPoint(x: 0, y: 0), CGPoint(x: w / 2, y: h), CGPoint(x: w, y: 0)]
    case .left: corners = [CGPoint(x: w, y: 0), CGPoint(x: 0, y: h / 2), CGPoint(x: w, y: h)]
    default: corners = [CGPoint(x: 0, y: 0), CGPoint(x: w, y: h / 2), CGPoint(x: 0, y: h)]
    }
    let path = UIBezierPath()
    path.move(to: corners[0])
    path.addLine(to: corners[1])
    path.addLine(to: corners[2])
    path.close()
    (color ?? .systemBackground).setFill()
    path.fill()
  }
}
