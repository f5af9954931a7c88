@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// Supplies the marks below the days of a calendar view, and follows its months.
@preconcurrency @MainActor
public protocol UICalendarViewDelegate: NSObjectProtocol, _CarobOptional {
  /// The mark of a day; nil for none. Called for each day of a month that is shown.
  func calendarView(
    _ calendarView: UICalendarView, decorationFor dateComponents: DateComponents
  ) -> UICalendarView.Decoration?
  /// The user turned to another month. Gets the month that was shown before.
  func calendarView(
    _ calendarView: UICalendarView,
    didChangeVisibleDateComponentsFrom previousDateComponents: DateComponents)
}
extension UICalendarViewDelegate {
  public func calendarView(
    _ calendarView: UICalendarView, decorationFor dateComponents: DateComponents
  ) -> UICalendarView.Decoration? { nil }
  public func calendarView(
    _ calendarView: UICalendarView,
    didChangeVisibleDateComponentsFrom previousDateComponents: DateComponents
  ) {}
}

/// Shows the days of a month, with marks, and lets the user select days (E-1107).
@preconcurrency @MainActor
open class UICalendarView: UIView {
  public enum DecorationSize: Int, Sendable { case small, medium, large }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    setUp()
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    setUp()
  }
  private func setUp() {
    page.onChoose = { [weakSelf = ZeroingElement(self)] day in weakSelf.object?.tapped(day) }
    page.onTurn = { [weakSelf = ZeroingElement(self)] day in weakSelf.object?.turned(to: day) }
    page.isSelected = { [weakSelf = ZeroingElement(self)] day in
      guard let self = weakSelf.object else { return false }
      return self.selectionBehavior?.contains(self.components(day)) ?? false
    }
    page.isSelectable = { [weakSelf = ZeroingElement(self)] day in
      guard let self = weakSelf.object, let selection = self.selectionBehavior else { return true }
      return selection.unselectable.contains(self.components(day)) == false
    }
    page.decoration = { [weakSelf = ZeroingElement(self)] day in weakSelf.object?.decoration(day) }
    addSubview(page)
  }

  private let page = MonthPage(frame: .zero)
  private var isStale = true
  private var month = Date()

  open weak var delegate: (any UICalendarViewDelegate)? {
    get { delegateReference }
    set { delegateReference = newValue }
  }
  @ZeroingExistential private var delegateReference: (any UICalendarViewDelegate)? { didSet { change() } }
  /// How days are selected; without one they cannot be.
  open var selectionBehavior: UICalendarSelection? {
    didSet {
      oldValue?.view = nil
      selectionBehavior?.view = self
      change()
    }
  }
  open var calendar = Calendar.current { didSet { change() } }
  open var locale = Locale.current { didSet { change() } }
  open var timeZone: TimeZone? { didSet { change() } }
  open var fontDesign = UIFontDescriptor.SystemDesign.default {
    didSet { if fontDesign != .default { unimplemented("UICalendarView.fontDesign") } }
  }
  /// The days that can be selected.
  open var availableDateRange = DateInterval(start: .distantPast, end: .distantFuture) { didSet { change() } }
  /// Whether the delegate is asked for decorations.
  open var wantsDateDecorations = true { didSet { change() } }

  /// The month that is shown.
  open var visibleDateComponents: DateComponents {
    get { usedCalendar.dateComponents([.calendar, .era, .year, .month], from: month) }
    set { setVisibleDateComponents(newValue, animated: false) }
  }
  /// DEVIATION: without animation.
  open func setVisibleDateComponents(_ dateComponents: DateComponents, animated: Bool) {
    guard let date = usedCalendar.date(from: dateComponents) else { return }
    month = date
    change()
  }
  /// Asks the delegate again for the marks of the month that is shown.
  open func reloadDecorations(forDateComponents dates: [DateComponents], animated: Bool) { change() }

  // MARK: Showing

  private var usedCalendar: Calendar {
    var used = calendar
    used.locale = locale
    if let timeZone { used.timeZone = timeZone }
    return used
  }
  func components(_ day: Date) -> DateComponents {
    usedCalendar.dateComponents([.calendar, .era, .year, .month, .day], from: day)
  }
  func change() {
    isStale = true
    setNeedsLayout()
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    page.frame = bounds
    guard isStale else { return }
    isStale = false
    let (start, end) = (availableDateRange.start, availableDateRange.end)
    page.show(
      month, usedCalendar, from: start == .distantPast ? nil : start, to: end == .distantFuture ? nil : end)
  }
  open override var intrinsicContentSize: CGSize { MonthPage.size }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { MonthPage.size }

  private func decoration(_ day: Date) -> UIView? {
    guard wantsDateDecorations, let delegate else { return nil }
    let answer = delegate.ask(
      from: self, "calendarView(_:decorationFor:)", "calendarView:decorationForDateComponents:"
    ) { $0.calendarView(self, decorationFor: components(day)) }
    return (answer ?? nil)?.makeView(tintColor)
  }

  // MARK: Touches

  private func turned(to day: Date) {
    let previous = visibleDateComponents
    month = day
    delegate?.tell(
      from: self, "calendarView(_:didChangeVisibleDateComponentsFrom:)",
      "calendarView:didChangeVisibleDateComponentsFrom:"
    ) { $0.calendarView(self, didChangeVisibleDateComponentsFrom: previous) }
  }
  private func tapped(_ day: Date) {
    guard let selectionBehavior else { return }
    selectionBehavior.tapped(components(day))
    change()
  }
  /// The days of the month that is shown.
  var shownDays: [DateComponents] {
    MonthGrid(usedCalendar, around: month).weeks.flatMap { $0.compactMap { $0.map(components) } }
  }
}

extension UICalendarView {
  /// The mark below a day's number.
  @preconcurrency @MainActor
  open class Decoration: _MainActorNSObject {
    private enum Kind {
      case dot(UIColor?)
      case image(UIImage?, UIColor?)
      case custom(() -> UIView)
    }
    private let kind: Kind
    private let size: DecorationSize
    private init(_ kind: Kind, _ size: DecorationSize) {
      (self.kind, self.size) = (kind, size)
      super.init()
    }
    /// A dot in the tint color.
    public override convenience init() { self.init(.dot(nil), .medium) }
    public convenience init(image: UIImage?, color: UIColor? = nil, size: DecorationSize = .medium) {
      self.init(.image(image, color), size)
    }
    public convenience init(customViewProvider: @escaping () -> UIView) {
      self.init(.custom(customViewProvider), .medium)
    }
    open class func `default`(color: UIColor? = nil, size: DecorationSize = .medium) -> Decoration {
      Decoration(.dot(color), size)
    }
    open class func image(
      _ image: UIImage?, color: UIColor? = nil, size: DecorationSize = .medium
    ) -> Decoration { Decoration(.image(image, color), size) }
    open class func customView(_ customViewProvider: @escaping () -> UIView) -> Decoration {
      Decoration(.custom(customViewProvider), .medium)
    }

    fileprivate func makeView(_ tint: UIColor) -> UIView {
      let side: CGFloat = size == .small ? 4 : size == .medium ? 6 : 10
      switch kind {
      case .custom(let make): return make()
      case .dot(let color):
        let dot = UIView(frame: CGRect(x: 0, y: 0, width: side, height: side))
        dot.backgroundColor = color ?? .systemGray
        dot.layer.cornerRadius = side / 2
        return dot
      case .image(let image, let color):
        let view = UIImageView(image: image)
        view.contentMode = .scaleAspectFit
        view.tintColor = color ?? tint
        view.frame.size = CGSize(width: 2 * side, height: 2 * side)
        return view
      }
    }
  }
}

/// How the days of a calendar view are selected: one of the subclasses.
@preconcurrency @MainActor
open class UICalendarSelection: _MainActorNSObject {
  @Zeroing var view: UICalendarView?
  /// The days that the delegate does not allow.
  private(set) var unselectable: Set<DateComponents> = []

  /// Asks the delegate which days of the month that is shown can be selected, and shows the others as disabled.
  open func updateSelectableDates() {
    unselectable = Set((view?.shownDays ?? []).filter { !maySelect($0) })
    view?.change()
  }

  func contains(_ day: DateComponents) -> Bool { false }
  func maySelect(_ day: DateComponents) -> Bool { true }
  func tapped(_ day: DateComponents) {}

  static func isSame(_ a: DateComponents, _ b: DateComponents) -> Bool {
    (a.era ?? 1, a.year, a.month, a.day) == (b.era ?? 1, b.year, b.month, b.day)
  }
}

@preconcurrency @MainActor
public protocol UICalendarSelectionSingleDateDelegate: NSObjectProtocol, _CarobOptional {
  func dateSelection(
    _ selection: UICalendarSelectionSingleDate, didSelectDate dateComponents: DateComponents?)
  /// Whether a day can be selected; nil for selecting none.
  func dateSelection(
    _ selection: UICalendarSelectionSingleDate, canSelectDate dateComponents: DateComponents?
  ) -> Bool
}
extension UICalendarSelectionSingleDateDelegate {
  public func dateSelection(
    _ selection: UICalendarSelectionSingleDate, canSelectDate dateComponents: DateComponents?
  ) -> Bool { true }
}

/// One day or none is selected.
@preconcurrency @MainActor
open class UICalendarSelectionSingleDate: UICalendarSelection {
  public init(delegate: (any UICalendarSelectionSingleDateDelegate)?) {
    delegateReference = delegate
    super.init()
  }
  open weak var delegate: (any UICalendarSelectionSingleDateDelegate)? { delegateReference }
  @ZeroingExistential private var delegateReference: (any UICalendarSelectionSingleDateDelegate)?
  /// Setting it does not call the delegate.
  open var selectedDate: DateComponents? { didSet { view?.change() } }
  open func setSelected(_ dateComponents: DateComponents?, animated: Bool) { selectedDate = dateComponents }

  override func contains(_ day: DateComponents) -> Bool { selectedDate.map { Self.isSame($0, day) } ?? false }
  override func maySelect(_ day: DateComponents) -> Bool { ask(day) }
  private func ask(_ day: DateComponents?) -> Bool {
    delegate?.ask(from: self, "dateSelection(_:canSelectDate:)", "dateSelection:canSelectDate:") {
      $0.dateSelection(self, canSelectDate: day)
    } ?? true
  }
  override func tapped(_ day: DateComponents) {
    let chosen = contains(day) ? nil : day
    guard ask(chosen), let delegate else { return }
    selectedDate = chosen
    Journal.deliver(
      .delegate, "dateSelection(_:didSelectDate:)", to: delegate, from: self, category: .user
    ) { delegate.dateSelection(self, didSelectDate: chosen) }
  }
}

@preconcurrency @MainActor
public protocol UICalendarSelectionMultiDateDelegate: NSObjectProtocol, _CarobOptional {
  func multiDateSelection(
    _ selection: UICalendarSelectionMultiDate, didSelectDate dateComponents: DateComponents)
  func multiDateSelection(
    _ selection: UICalendarSelectionMultiDate, didDeselectDate dateComponents: DateComponents)
  func multiDateSelection(
    _ selection: UICalendarSelectionMultiDate, canSelectDate dateComponents: DateComponents
  ) -> Bool
  func multiDateSelection(
    _ selection: UICalendarSelectionMultiDate, canDeselectDate dateComponents: DateComponents
  ) -> Bool
}
extension UICalendarSelectionMultiDateDelegate {
  public func multiDateSelection(
    _ selection: UICalendarSelectionMultiDate, canSelectDate dateComponents: DateComponents
  ) -> Bool { true }
  public func multiDateSelection(
    _ selection: UICalendarSelectionMultiDate, canDeselectDate dateComponents: DateComponents
  ) -> Bool { true }
}

/// Any number of days are selected.
@preconcurrency @MainActor
open class UICalendarSelectionMultiDate: UICalendarSelection {
  public init(delegate: (any UICalendarSelectionMultiDateDelegate)?) {
    delegateReference = delegate
    super.init()
  }
  open weak var delegate: (any UICalendarSelectionMultiDateDelegate)? { delegateReference }
  @ZeroingExistential private var delegateReference: (any UICalendarSelectionMultiDateDelegate)?
  /// Setting it does not call the delegate.
  open var selectedDates: [DateComponents] = [] { didSet { view?.change() } }
  open func setSelectedDates(_ selectedDates: [DateComponents], animated: Bool) {
    self.selectedDates = selectedDates
  }

  override func contains(_ day: DateComponents) -> Bool { selectedDates.contains { Self.isSame($0, day) } }
  override func maySelect(_ day: DateComponents) -> Bool {
    delegate?.ask(from: self, "multiDateSelection(_:canSelectDate:)", "multiDateSelection:canSelectDate:") {
      $0.multiDateSelection(self, canSelectDate: day)
    } ?? true
  }
  private func mayDeselect(_ day: DateComponents) -> Bool {
    delegate?.ask(
      from: self, "multiDateSelection(_:canDeselectDate:)", "multiDateSelection:canDeselectDate:"
    ) { $0.multiDateSelection(self, canDeselectDate: day) } ?? true
  }
  override func tapped(_ day: DateComponents) {
    guard let delegate else { return }
    if contains(day) {
      guard mayDeselect(day) else { return }
      selectedDates.removeAll { Self.isSame($0, day) }
      Journal.deliver(
        .delegate, "multiDateSelection(_:didDeselectDate:)", to: delegate, from: self, category: .user
      ) { delegate.multiDateSelection(self, didDeselectDate: day) }
    } else {
      guard maySelect(day) else { return }
      selectedDates.append(day)
      Journal.deliver(
        .delegate, "multiDateSelection(_:didSelectDate:)", to: delegate, from: self, category: .user
      ) { delegate.multiDateSelection(self, didSelectDate: day) }
    }
  }
}
