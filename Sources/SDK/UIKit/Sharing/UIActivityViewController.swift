@_spi(Hazards) import CarobRuntime
import CarobFoundation
import QuartzCore

/// A sheet with actions for shared items: the app's own activities, Copy, and simulated Messages and Mail.
///
/// E-325. Nothing leaves the device: the simulated activities complete as on the platform, and the trace
/// records what was shared.
@preconcurrency @MainActor
open class UIActivityViewController: UIViewController {
  public typealias CompletionWithItemsHandler =
    (UIActivity.ActivityType?, Bool, [Any]?, (any Error)?) -> Void
  public typealias CompletionHandler = (UIActivity.ActivityType?, Bool) -> Void

  public init(activityItems: [Any], applicationActivities: [UIActivity]?) {
    self.activityItems = activityItems
    self.applicationActivities = applicationActivities ?? []
    super.init(nibName: nil, bundle: nil)
  }
  public required init?(coder: NSCoder) { nil }

  let activityItems: [Any]
  private let applicationActivities: [UIActivity]
  open var completionWithItemsHandler: CompletionWithItemsHandler?
  open var completionHandler: CompletionHandler?
  open var excludedActivityTypes: [UIActivity.ActivityType]?
  /// Whether the sheet may show an activity, such as SharePlay, larger than the others. It has no such activity.
  open var allowsProminentActivity = true

  // MARK: Shared items

  /// The items that the sheet shows; an item source is represented by its placeholder.
  private lazy var placeholders: [Any] = activityItems.map { item in
    guard let source = item as? any UIActivityItemSource else { return item }
    return Journal.query(
      .delegate, "activityViewControllerPlaceholderItem(_:)", to: source, from: self
    ) { source.activityViewControllerPlaceholderItem(self) }
  }

  /// The items to pass to an activity.
  private func items(for type: UIActivity.ActivityType?) -> [Any] {
    activityItems.compactMap { item in
      guard let source = item as? any UIActivityItemSource else { return item }
      return Journal.query(
        .delegate, "activityViewController(_:itemForActivityType:)", to: source, from: self
      ) { source.activityViewController(self, itemForActivityType: type) }
    }
  }

  private lazy var activities: [UIActivity] = {
    let system = [
      SystemActivity(.message, "Messages", "message"), SystemActivity(.mail, "Mail", "envelope"),
      SystemActivity(.copyToPasteboard, "Copy", "doc.on.doc"),
      SystemActivity(.saveToCameraRoll, "Save Image", "square.and.arrow.down"),
    ]
    return (applicationActivities + system).filter { activity in
      if let type = activity.activityType, excludedActivityTypes?.contains(type) == true { return false }
      return Journal.query(.delegate, "canPerform(withActivityItems:)", to: activity, from: self) {
        activity.canPerform(withActivityItems: placeholders)
      }
    }
  }()

  // MARK: The sheet

  private let heading = UILabel()
  private let line = UIView()
  private let table = UITableView(frame: .zero, style: .insetGrouped)
  private lazy var source = ActivityRows(activities) { [weakSelf = ZeroingElement(self)] in
    weakSelf.object?.chosen($0)
  }
  private let close = TapButton(type: .close)

  open override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemGroupedBackground
    heading.text = placeholders.compactMap(Self.describe).joined(separator: ", ")
    heading.font = .systemFont(ofSize: 15, weight: .semibold)
    heading.numberOfLines = 2
    close.accessibilityLabel = "Close"
    close.onTap = { [weakSelf = ZeroingElement(self)] in weakSelf.object?.cancel() }
    line.backgroundColor = .separator
    table.dataSource = source
    table.delegate = source
    for part in [heading, close, line, table] { view.addSubview(part) }
  }

  private static func describe(_ item: Any) -> String? {
    switch item {
    case let text as String: return text
    case let url as URL: return url.absoluteString
    case let image as UIImage: return "Image, \(Int(image.size.width)) × \(Int(image.size.height))"
    case let text as NSAttributedString: return text.string
    case is Data: return "Document"
    default: return nil
    }
  }

  open override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let width = view.bounds.width
    heading.frame = CGRect(x: 20, y: 12, width: width - 80, height: 44)
    close.frame = CGRect(x: width - 50, y: 18, width: 30, height: 30)
    line.frame = CGRect(x: 0, y: 67, width: width, height: 1 / UIScreen.main.scale)
    table.frame = CGRect(x: 0, y: 68, width: width, height: max(0, view.bounds.height - 68))
  }

  /// Half the height of the screen by default.
  override func configureSheet(_ sheet: UISheetPresentationController) {
    sheet.detents = [.medium(), .large()]
  }
  open override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    // If the user swipes the sheet away, the app is informed after it has disappeared.
    guard isBeingDismissed, !isFinished else { return }
    isFinished = true
    LayerAnimations.afterCommit { self.tell(nil, false) }
  }

  // MARK: Completion

  private var isFinished = false

  private func cancel() {
    guard !isFinished else { return }
    isFinished = true
    leave { self.tell(nil, false) }
  }

  private func chosen(_ activity: UIActivity) {
    guard !isFinished, chosenActivity == nil else { return }
    chosenActivity = activity
    provideItems(for: activity.activityType) { [weakSelf = ZeroingElement(self)] in
      weakSelf.object?.perform(activity)
    }
  }
  /// The activity whose items are being made.
  private var chosenActivity: UIActivity?

  private func perform(_ activity: UIActivity) {
    chosenActivity = nil
    guard !isFinished else { return }
    let items = items(for: activity.activityType)
    activity.onFinish = { [weakSelf = ZeroingElement(self), activity = ZeroingElement(activity)] completed in
      guard let self = weakSelf.object, let activity = activity.object else { return }
      self.finish(activity.activityType, completed)
    }
    Journal.deliver(.delegate, "prepare(withActivityItems:)", to: activity, from: self, category: .user) {
      activity.prepare(withActivityItems: items)
    }
    if let controller = activity.activityViewController {
      present(controller, animated: true)
    } else {
      Journal.deliver(.delegate, "perform()", to: activity, from: self, category: .user) {
        activity.perform()
      }
    }
    guard activity is SystemActivity else { return }
    Journal.note(
      .delegate, activity.activityTitle ?? "share", outcome: "delivered",
      why: "simulates the system's activity; nothing leaves the device", sender: self, category: .user,
      detail: [("items", items.map { Self.describe($0) ?? "\(type(of: $0))" }.joined(separator: ", "))])
  }

  /// Dismisses the sheet, then informs the app.
  private func finish(_ type: UIActivity.ActivityType?, _ completed: Bool) {
    guard !isFinished else { return }
    isFinished = true
    leave { self.tell(type, completed) }
  }
  private func leave(_ then: @escaping () -> Void) {
    guard let presenter = presentingViewController, !isBeingDismissed else { return then() }
    presenter.dismiss(animated: true, completion: then)
  }
  private func tell(_ type: UIActivity.ActivityType?, _ completed: Bool) {
    let detail = [("activityType", type?.rawValue ?? "nil"), ("completed", "\(completed)")]
    if let handler = completionWithItemsHandler {
      Journal.deliverRegistered(.delegate, "{}", from: self, category: .user, detail: detail) {
        handler(type, completed, nil, nil)
      }
    } else if let handler = completionHandler {
      Journal.deliverRegistered(.delegate, "{}", from: self, category: .user, detail: detail) {
        handler(type, completed)
      }
    }
  }
}

/// One of the activities that every device has.
@preconcurrency @MainActor
private final class SystemActivity: UIActivity {
  private let type: ActivityType
  private let title: String
  private let symbol: String
  private var items: [Any] = []

  init(_ type: ActivityType, _ title: String, _ symbol: String) {
    self.type = type
    self.title = title
    self.symbol = symbol
    super.init()
  }
  override var activityType: ActivityType? { type }
  override var activityTitle: String? { title }
  override var activityImage: UIImage? { UIImage(systemName: symbol) }
  override func canPerform(withActivityItems activityItems: [Any]) -> Bool {
    type == .saveToCameraRoll ? activityItems.contains { $0 is UIImage } : !activityItems.isEmpty
  }
  override func prepare(withActivityItems activityItems: [Any]) { items = activityItems }
  override func perform() {
    if type == .copyToPasteboard { UIPasteboard.general.copy(items) }
    // E-1027
    if type == .saveToCameraRoll {
      for case let image as UIImage in items { PhotoLibrary.shared.add(image) }
    }
    activityDidFinish(true)
  }
}

/// The rows of the sheet.
@preconcurrency @MainActor
private final class ActivityRows: _MainActorNSObject, UITableViewDataSource, UITableViewDelegate {
  private let activities: [UIActivity]
  private let chosen: (UIActivity) -> Void
  init(_ activities: [UIActivity], _ chosen: @escaping (UIActivity) -> Void) {
    self.activities = activities
    self.chosen = chosen
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    [.init(has: "tableView:didSelectRowAtIndexPath:", "tableView(_:didSelectRowAt:)", 0)]
  }
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { activities.count }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
    let activity = activities[indexPath.row]
    cell.textLabel?.text = activity.activityTitle
    cell.imageView?.image = activity.activityImage
    return cell
  }
  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    chosen(activities[indexPath.row])
  }
}
