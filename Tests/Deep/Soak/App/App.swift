import UIKit

/// Counts the live temporary objects; printed once a minute.
@MainActor
enum Living {
  static var counts: [String: Int] = [:]
  nonisolated static func changed(_ name: String, by difference: Int) {
    MainActor.assumeIsolated { counts[name, default: 0] += difference }
  }
  static var text: String {
    counts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }
}

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = UINavigationController(rootViewController: MainViewController())
    window?.makeKeyAndVisible()
    return true
  }
}

/// A model that reports changes by notifications and key–value observing.
class Model: NSObject {
  static let changed = Notification.Name("ModelChanged")
  @objc dynamic var value = 0
}

class MainViewController: UIViewController, UITableViewDataSource {
  let model = Model()
  let table = UITableView()
  var rows: [Int] = []
  var minutes = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Main"
    view.backgroundColor = .systemBackground
    let stack = UIStackView()
    stack.axis = .vertical
    stack.frame = CGRect(x: 20, y: 120, width: 350, height: 250)
    stack.distribution = .fillEqually
    for (name, action) in [
      ("Push", #selector(push)), ("Present", #selector(showSheet)), ("Ask", #selector(ask)),
      ("Add", #selector(add)),
      ("Tick", #selector(tick)),
    ] {
      let button = UIButton(type: .system)
      button.setTitle(name, for: .normal)
      button.addTarget(self, action: action, for: .touchUpInside)
      stack.addArrangedSubview(button)
    }
    view.addSubview(stack)
    table.frame = CGRect(x: 0, y: 400, width: 393, height: 400)
    table.dataSource = self
    table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
    view.addSubview(table)
    Timer.scheduledTimer(
      timeInterval: 0.25, target: self, selector: #selector(tick), userInfo: nil, repeats: true)
    Timer.scheduledTimer(withTimeInterval: 60, repeats: true) { [weak self] _ in
      MainActor.assumeIsolated {
        self?.minutes += 1
        print("minute \(self?.minutes ?? 0): \(Living.text)")
      }
    }
  }

  @objc func tick() {
    model.value += 1
    NotificationCenter.default.post(name: Model.changed, object: model)
  }

  @objc func push() { navigationController?.pushViewController(DetailViewController(model), animated: true) }
  @objc func showSheet() { present(SheetViewController(model), animated: true) }

  @objc func ask() {
    let alert = UIAlertController(title: "Sure?", message: "It is \(model.value).", preferredStyle: .alert)
    alert.addTextField()
    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
    alert.addAction(UIAlertAction(title: "OK", style: .default) { [weak self] _ in self?.tick() })
    present(alert, animated: true)
  }

  @objc func add() {
    rows.insert(model.value, at: 0)
    if rows.count > 30 { rows.removeLast() }
    table.reloadData()
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }
  func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
    cell.textLabel?.text = "Row \(rows[indexPath.row])"
    return cell
  }
}

/// Observes the model in every way while it is on screen.
class ListeningViewController: UIViewController {
  let model: Model
  let label = UILabel()
  private var token: (any NSObjectProtocol)?
  private var observation: NSKeyValueObservation?
  private var timer: Timer?

  init(_ model: Model) {
    self.model = model
    super.init(nibName: nil, bundle: nil)
    Living.changed("\(type(of: self))", by: 1)
  }
  required init?(coder: NSCoder) { fatalError("not in a storyboard") }
  deinit { Living.changed("\(type(of: self))", by: -1) }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    label.frame = CGRect(x: 20, y: 300, width: 350, height: 40)
    view.addSubview(label)
    add("Move", #selector(move), 350)
  }

  func add(_ name: String, _ action: Selector, _ y: CGFloat) {
    let button = UIButton(type: .system)
    button.setTitle(name, for: .normal)
    button.frame = CGRect(x: 20, y: y, width: 200, height: 40)
    button.addTarget(self, action: action, for: .touchUpInside)
    view.addSubview(button)
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    token = NotificationCenter.default.addObserver(forName: Model.changed, object: model, queue: nil) {
      [weak self] _ in
      MainActor.assumeIsolated { self?.label.text = "It is \(self?.model.value ?? 0)" }
    }
    NotificationCenter.default.addObserver(self, selector: #selector(heard), name: Model.changed, object: nil)
    observation = model.observe(\.value) { _, _ in }
    timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { [weak self] _ in
      MainActor.assumeIsolated { self?.label.textColor = .secondaryLabel }
    }
    perform(#selector(late), with: nil, afterDelay: 0.2)
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.2) { [weak self] in self?.label.isHidden = false }
    Task { [weak self] in
      try? await Task.sleep(for: .milliseconds(100))
      self?.label.alpha = 1
    }
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    if let token { NotificationCenter.default.removeObserver(token) }
    observation = nil
    timer?.invalidate()
  }

  @objc func heard(_ note: Notification) {}
  @objc func late() {}
  @objc func move() {
    UIView.animate(withDuration: 0.2) {
      self.label.center.x += 1
    } completion: { _ in
      self.label.center.x -= 1
    }
  }
}

final class DetailViewController: ListeningViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Detail"
  }
}

final class SheetViewController: ListeningViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    add("Close", #selector(close), 420)
  }
  @objc func close() { dismiss(animated: true) }
}
