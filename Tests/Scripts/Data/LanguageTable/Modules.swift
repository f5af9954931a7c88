import Combine
import UIKit
import UIKit.UIGestureRecognizerSubclass
import os
import os.log

class Model: ObservableObject {
  @Published var count = 0
}
class Holding: UIGestureRecognizer {
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) { state = .began }
}
private var bag: Set<AnyCancellable> = []
private let log = Logger(subsystem: "org.example", category: "table")

func modules() {
  #if os(iOS)
    print("iOS")
  #else
    print("another system")
  #endif
  #if targetEnvironment(simulator)
    print("simulator")
  #endif
  #if canImport(UIKit)
    print("UIKit")
  #endif
  if #available(iOS 15, *) { print("available") }
  let model = Model()
  model.$count.dropFirst().map { $0 * 2 }.sink { print("sink", $0) }.store(in: &bag)
  model.objectWillChange.sink { print("will change") }.store(in: &bag)
  model.count = 4
  NotificationCenter.default.publisher(for: .table).sink { _ in print("published") }.store(in: &bag)
  NotificationCenter.default.post(name: .table, object: nil)
  Just(1).delay(for: .milliseconds(250), scheduler: DispatchQueue.main).sink { print("just", $0) }.store(
    in: &bag)
  log.info("not printed \(model.count, privacy: .public)")
  os_log("neither", type: .info)
  print(type(of: Holding(target: nil, action: nil)))
}

func libraries() {
  UILabel.appearance().textColor = .green
  UIBarButtonItem.appearance(whenContainedInInstancesOf: [UINavigationBar.self]).tintColor = .red
  print(#colorLiteral(red: 1, green: 0, blue: 0, alpha: 1) == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
  let label = UILabel()
  UIApplication.shared.delegate?.window??.rootViewController?.view.addSubview(label)
  print(label.textColor == .green)
  Task { @MainActor in
    print("task")
    try? await Task.sleep(nanoseconds: 400_000_000)
    print("slept")
  }
  Task.detached {
    let sum = (1...3).reduce(0, +)
    await MainActor.run { print("detached", sum) }
  }
  DispatchQueue.global().async { DispatchQueue.main.async { print("main") } }
  DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { print("after") }
  UIView.animate(withDuration: 0.1, animations: { label.alpha = 0 }) { print("animated", $0) }
}
