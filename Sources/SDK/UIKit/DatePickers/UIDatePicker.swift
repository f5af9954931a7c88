@_spi(Hazards) import CarobRuntime
import CarobFoundation
import CoreGraphics

/// A control for choosing a date, a time or a duration (E-216).
///
/// The inline style shows a month, and the time as a button below it. The compact style shows the day and the
/// time as capsule buttons; a tap opens the month, or wheels for the time (E-438). DEVIATION: in the inline
/// style, a picker for times only also shows wheels.
@preconcurrency @MainActor
open class UIDatePicker: UIControl {
  public enum Mode: Int, Sendable { case time, date, dateAndTime, countDownTimer, yearAndMonth }
  public enum Style: Int, Sendable { case automatic, wheels, compact, inline }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
    if frame.size == .zero { bounds.size = intrinsicContentSize }
  }
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    prepare()
    (coder as? NibCoder)?.decodeDatePicker(self)
  }
  private func prepare() {
    rows.picker = self
    wheels.dataSource = rows
    wheels.delegate = rows
    for (button, mode) in [(dayButton, Mode.date), (timeButton, .time)] {
      button.backgroundColor = .tertiarySystemFill
      button.layer.cornerRadius = 6
      button.setTitleColor(.label, for: .normal)
      button.titleLabel?.font = .systemFont(ofSize: 17)
      button.onTap = { [weakSelf = ZeroingElement(self), button = ZeroingElement(button)] in
        if let button = button.object { weakSelf.object?.open(mode, from: button) }
      }
    }
    page.onChoose = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.chose($0) }
    rebuild()
  }

  // MARK: The selected value

  private var storage = Date()
  private var seconds: TimeInterval = 0
  /// The selected date, rounded down to the minute interval.
  open var date: Date {
    get {
      guard roundsToMinuteInterval, interval > 1, datePickerMode != .date else { return storage }
      let minute = currentCalendar.component(.minute, from: storage)
      return storage.addingTimeInterval(-TimeInterval(minute % interval * 60))
    }
    set { setDate(newValue, animated: false) }
  }
  /// Sets the date without sending an action, like all changes in code.
  open func setDate(_ date: Date, animated: Bool) {
    storage = limited(date)
    rebuild(animated: animated)
  }
  private func limited(_ date: Date) -> Date {
    // Contradictory limits are ignored.
    if let minimumDate, let maximumDate, minimumDate > maximumDate { return date }
    return max(min(date, maximumDate ?? date), minimumDate ?? .distantPast)
  }
  open var minimumDate: Date? { didSet { setDate(storage, animated: false) } }
  open var maximumDate: Date? { didSet { setDate(storage, animated: false) } }
  /// The duration in count-down mode, in seconds: whole minutes, less than a day.
  open var countDownDuration: TimeInterval {
    get { seconds }
    set {
      seconds = (min(max(newValue, 0), 86_340) / 60).rounded(.down) * 60
      rebuild()
    }
  }
  /// From 1 to 30 minutes. Values that do not divide an hour become 1.
  open var minuteInterval: Int {
    get { interval }
    set {
      interval = newValue >= 1 && newValue <= 30 && 60 % newValue == 0 ? newValue : 1
      rebuild()
    }
  }
  private var interval = 1
  open var roundsToMinuteInterval = true

  open var datePickerMode = Mode.dateAndTime { didSet { rebuild() } }
  open var preferredDatePickerStyle = Style.automatic { didSet { rebuild() } }
  /// The style that is actually used.
  open var datePickerStyle: Style {
    if datePickerMode == .countDownTimer || datePickerMode == .yearAndMonth { return .wheels }
    return preferredDatePickerStyle == .automatic ? .compact : preferredDatePickerStyle
  }
  open var locale: Locale? { didSet { rebuild() } }
  open var calendar: Calendar! = Calendar.current { didSet { rebuild() } }
  open var timeZone: TimeZone? { didSet { rebuild() } }

  private var currentCalendar: Calendar {
    var current = calendar ?? Calendar.current
    if let timeZone { current.timeZone = timeZone }
    if let locale { current.locale = locale }
    return current
  }

  // MARK: Display

  fileprivate private(set) var columns: DateColumns?
  private let wheels = UIPickerView(frame: CGRect(x: 0, y: 0, width: 320, height: 216))
  private let rows = DateRows()
  private lazy var page = MonthPage(frame: .zero)
  private var showsPage: Bool {
    datePickerStyle == .inline && (datePickerMode == .date || datePickerMode == .dateAndTime)
  }
  private let dayButton = TapButton(type: .custom)
  private let timeButton = TapButton(type: .custom)
  /// The mode of the wheels that a compact picker has opened.
  private var openMode: Mode?

  private func rebuild(animated: Bool = false) {
    let isCompact = datePickerStyle == .compact
    let next = makeColumns(openMode ?? datePickerMode)
    if next.columns != columns?.columns || !animated {
      columns = next
      wheels.reloadAllComponents()
    }
    columns = next
    turnWheels(animated: animated)
    dayButton.setTitle(next.text(storage, "yMMMd"), for: .normal)
    timeButton.setTitle(next.text(date, "jmm"), for: .normal)
    let buttons: [TapButton] =
      showsPage && datePickerMode == .dateAndTime
      ? [timeButton]
      : !isCompact
        ? []
        : datePickerMode == .date
          ? [dayButton] : datePickerMode == .time ? [timeButton] : [dayButton, timeButton]
    for button in [dayButton, timeButton] where !buttons.contains(button) { button.removeFromSuperview() }
    for button in buttons where button.superview == nil { addSubview(button) }
    let showsWheels = !isCompact && !showsPage
    if showsWheels, wheels.superview !== self { addSubview(wheels) }
    if !showsWheels, wheels.superview === self { wheels.removeFromSuperview() }
    if showsPage {
      page.show(storage, currentCalendar, from: minimumDate, to: maximumDate)
      if page.superview == nil { addSubview(page) }
    } else if openMode == .date {
      page.show(storage, currentCalendar, from: minimumDate, to: maximumDate)
    } else {
      page.removeFromSuperview()
    }
    for (button, mode) in [(dayButton, Mode.date), (timeButton, .time)] {
      button.setTitleColor(openMode == mode ? tintColor : .label, for: .normal)
    }
    invalidateIntrinsicContentSize()
    setNeedsLayout()
  }

  private func makeColumns(_ mode: Mode) -> DateColumns {
    DateColumns(
      mode, calendar: currentCalendar, locale: locale ?? Locale.current, minuteInterval: interval,
      around: storage, from: minimumDate, to: maximumDate, now: Date())
  }
  private func turnWheels(animated: Bool) {
    guard let columns else { return }
    for (component, row) in columns.rows(date, seconds).enumerated()
    where wheels.selectedRow(inComponent: component) != row {
      wheels.selectRow(row, inComponent: component, animated: animated)
    }
  }

  /// Updates the value after a wheel has stopped.
  fileprivate func turned() {
    guard let columns else { return }
    let shown = columns.columns.indices.map { max(0, wheels.selectedRow(inComponent: $0)) }
    if datePickerMode == .countDownTimer {
      // A duration of zero becomes the shortest possible one.
      seconds = max(columns.duration(shown), TimeInterval(interval * 60))
    } else {
      storage = limited(columns.date(shown, from: storage))
    }
    rebuild(animated: true)
    send([.valueChanged, .primaryActionTriggered], nil)
  }

  /// Updates the value after a day was tapped.
  private func chose(_ day: Date) {
    storage = limited(day)
    rebuild()
    send([.valueChanged, .primaryActionTriggered], nil)
  }

  /// E-438: opens the month for the day, or wheels for the time.
  private func open(_ mode: Mode, from button: UIButton) {
    guard let window else { return }
    openMode = mode
    rebuild()
    let isDay = mode == .date && datePickerStyle == .compact
    let size = isDay ? MonthPage.size : CGSize(width: 320, height: 216)
    let (content, margin) = (isDay ? page : wheels, isDay ? 8 : 0 as CGFloat)
    let card = UIView(
      frame: CGRect(x: 0, y: 0, width: size.width + 2 * margin, height: size.height + 2 * margin))
    content.frame = CGRect(origin: CGPoint(x: margin, y: margin), size: size)
    card.addSubview(content)
    PopupPanel.show(card, card.bounds.size, beside: button.convert(button.bounds, to: nil), in: window) {
      [weakSelf = ZeroingElement(self)] in
      weakSelf.object?.openMode = nil
      weakSelf.object?.rebuild()
    }
  }

  // MARK: Layout

  open override func layoutSubviews() {
    super.layoutSubviews()
    if showsPage {
      page.frame = CGRect(origin: .zero, size: CGSize(width: bounds.width, height: MonthPage.size.height))
      timeButton.frame = CGRect(
        x: bounds.width - width(timeButton) - 8, y: MonthPage.size.height + 5, width: width(timeButton),
        height: 34)
      return
    }
    if datePickerStyle != .compact { return wheels.frame = bounds }
    let shown = [dayButton, timeButton].filter { $0.superview === self }
    var x = bounds.width - shown.reduce(-8) { $0 + width($1) + 8 }
    for button in shown {
      button.frame = CGRect(x: x, y: (bounds.height - 34) / 2, width: width(button), height: 34)
      x += width(button) + 8
    }
  }
  private func width(_ button: UIButton) -> CGFloat {
    (button.titleLabel?.intrinsicContentSize.width ?? 0).rounded(.up) + 24
  }
  open override var intrinsicContentSize: CGSize {
    if showsPage {
      let time: CGFloat = datePickerMode == .dateAndTime ? 44 : 0
      return CGSize(width: MonthPage.size.width, height: MonthPage.size.height + time)
    }
    guard datePickerStyle == .compact else { return CGSize(width: 320, height: 216) }
    let shown = [dayButton, timeButton].filter { $0.superview === self }
    return CGSize(width: shown.reduce(-8) { $0 + width($1) + 8 }, height: 34)
  }
  open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
  override var defaultIsAccessibilityElement: Bool { false }

  // NB: not public, as on the platform; apps access it with key-value coding.
  var textColor: UIColor? {
    get { wheels.textColor }
    set { wheels.textColor = newValue }
  }

  /// F-110, F-111.
  nonisolated open override class var _carobKVC: [_CarobProperty] {
    _CarobProperty.table(
      UIDatePicker.self,
      {
        [
          "date": \.date, "minimumDate": \.minimumDate, "maximumDate": \.maximumDate,
          "countDownDuration": \.countDownDuration, "minuteInterval": \.minuteInterval,
          "roundsToMinuteInterval": \.roundsToMinuteInterval, "datePickerMode": \.datePickerMode,
          "preferredDatePickerStyle": \.preferredDatePickerStyle, "locale": \.locale,
          "calendar": \.calendar, "timeZone": \.timeZone, "textColor": \.textColor,
        ]
      },
      readOnly: {
        [
          "datePickerStyle": \.datePickerStyle
        ]
      }
    )
  }
}

/// The data source and delegate of a date picker's wheels.
@preconcurrency @MainActor
private final class DateRows: _MainActorNSObject, UIPickerViewDataSource, UIPickerViewDelegate {
  @Zeroing var picker: UIDatePicker?

  override class var _carobMethods: [_CarobMethod] {
    [
      .init(has: "pickerView:titleForRow:forComponent:", "pickerView(_:titleForRow:forComponent:)", 0),
      .init(has: "pickerView:didSelectRow:inComponent:", "pickerView(_:didSelectRow:inComponent:)", 0),
      .init(has: "pickerView:widthForComponent:", "pickerView(_:widthForComponent:)", 0),
    ]
  }
  func numberOfComponents(in pickerView: UIPickerView) -> Int { picker?.columns?.columns.count ?? 0 }
  func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int {
    picker?.columns.map { $0.count($0.columns[component]) } ?? 0
  }
  func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
    picker?.columns.map { $0.title(row, $0.columns[component]) }
  }
  func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat {
    switch picker?.columns?.columns[component] {
    case .day: return 120
    case .month: return 130
    case .durationHour, .durationMinute: return 110
    case .year: return 76
    default: return 50
    }
  }
  func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
    picker?.turned()
  }
}

extension NibCoder {
  func decodeDatePicker(_ picker: UIDatePicker) {
    guard let e = element else { return }
    switch e["datePickerMode"] {
    case "time": picker.datePickerMode = .time
    case "date": picker.datePickerMode = .date
    case "countDownTimer": picker.datePickerMode = .countDownTimer
    case "yearAndMonth": picker.datePickerMode = .yearAndMonth
    default: break
    }
    switch e["style"] {
    case "wheels": picker.preferredDatePickerStyle = .wheels
    case "compact": picker.preferredDatePickerStyle = .compact
    case "inline": picker.preferredDatePickerStyle = .inline
    default: break
    }
    if let minutes = e.double("minuteInterval") { picker.minuteInterval = Int(minutes) }
    if let seconds = e.double("countDownDuration") { picker.countDownDuration = seconds }
    func date(_ key: String) -> Date? {
      e.children.first { $0.name == "date" && $0.key == key }?.double("timeIntervalSinceReferenceDate").map {
        Date(timeIntervalSinceReferenceDate: $0)
      }
    }
    picker.minimumDate = date("minimumDate")
    picker.maximumDate = date("maximumDate")
    if e.bool("useCurrentDate") != true, let date = date("date") { picker.date = date }
  }
}
