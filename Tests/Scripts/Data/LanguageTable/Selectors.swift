import UIKit

class Sender: UIView {
  override var canBecomeFirstResponder: Bool { true }
  @objc func named() { print("named") }
  @objc func taking(_ object: NSObject) { print("taking", object is UIView) }
  @objc func pair(_ a: String, _ b: String) { print("pair", a, b) }
  @objc var height: Int = 3
  override func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
    action == #selector(copy(_:)) || super.canPerformAction(action, withSender: sender)
  }
  override func copy(_ sender: Any?) { print("copied") }
  @objc func climbed(_ sender: Any?) { print("climbed") }
  @objc func ticked(_ timer: Timer) {
    print("ticked", timer.userInfo as? String ?? "nil")
    timer.invalidate()
  }
  @objc func heard(_ note: Notification) { print("heard", note.userInfo?["n"] as? Int ?? 0) }
  @objc func late(_ text: Any?) { print("late", text as? String ?? "nil") }
  @objc func pressed(_ item: UIBarButtonItem) { print("pressed", item.title ?? "nil") }
  @objc func tapped(_ tap: UITapGestureRecognizer) {}
  @objc func linked(_ link: CADisplayLink) {
    print("linked")
    link.invalidate()
  }
}
class Lying: NSObject {
  override func responds(to aSelector: Selector!) -> Bool {
    aSelector == Selector("lie") || super.responds(to: aSelector)
  }
  override func forwardingTarget(for aSelector: Selector!) -> Any? {
    aSelector == Selector("lie") ? Truth() : nil
  }
}
class Truth: NSObject { @objc func lie() { print("forwarded") } }

func selectors(in view: UIView) {
  let sender = Sender(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
  view.addSubview(sender)
  print(#selector(Sender.named), #selector(Sender.taking(_:)), #selector(getter: Sender.height))
  print(#selector(setter: Sender.height), Selector("free:"), NSSelectorFromString("x:y:"))
  print(sender.responds(to: #selector(Sender.named)), sender.responds(to: Selector("absent")))
  sender.perform(#selector(Sender.named))
  sender.perform(#selector(Sender.pair(_:_:)), with: "a", with: "b")
  sender.perform(#selector(Sender.late(_:)), with: "later", afterDelay: 0.2)
  sender.perform(#selector(Sender.late(_:)), with: "never", afterDelay: 0.3)
  NSObject.cancelPreviousPerformRequests(
    withTarget: sender, selector: #selector(Sender.late(_:)), object: "never")
  let object: AnyObject = sender
  print(object.height ?? 0, (object as AnyObject).tag ?? -1)
  object.taking?(sender)
  sender.becomeFirstResponder()
  print(UIApplication.shared.sendAction(#selector(Sender.climbed(_:)), to: nil, from: nil, for: nil))
  let button = UIButton()
  sender.addSubview(button)
  button.addTarget(nil, action: #selector(Sender.climbed(_:)), for: .touchUpInside)
  button.sendActions(for: .touchUpInside)
  print(sender.canPerformAction(#selector(UIResponderStandardEditActions.copy(_:)), withSender: nil))
  print(sender.target(forAction: #selector(Sender.climbed(_:)), withSender: nil) as AnyObject === sender)
  NotificationCenter.default.addObserver(
    sender, selector: #selector(Sender.heard(_:)), name: .table, object: nil)
  NotificationCenter.default.post(name: .table, object: nil, userInfo: ["n": 7])
  let token = NotificationCenter.default.addObserver(forName: .table, object: nil, queue: nil) { _ in
    print("block")
  }
  NotificationCenter.default.post(name: .table, object: nil)
  NotificationCenter.default.removeObserver(token)
  Timer.scheduledTimer(
    timeInterval: 0.1, target: sender, selector: #selector(Sender.ticked(_:)), userInfo: "info", repeats: true
  )
  let item = UIBarButtonItem(
    title: "go", style: .plain, target: sender, action: #selector(Sender.pressed(_:)))
  UIApplication.shared.sendAction(item.action!, to: item.target, from: item, for: nil)
  sender.addGestureRecognizer(UITapGestureRecognizer(target: sender, action: #selector(Sender.tapped)))
  CADisplayLink(target: sender, selector: #selector(Sender.linked(_:))).add(to: .main, forMode: .common)
  let lying = Lying()
  print(lying.responds(to: Selector("lie")))
  lying.perform(Selector("lie"))
}
extension Notification.Name { static let table = Notification.Name("table") }
