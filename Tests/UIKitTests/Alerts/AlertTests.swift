import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Presenting and dismissing alerts.
@MainActor @Suite struct AlertTests {
  private func alerting(_ body: (TestDevice, Screen, LoggingAlert) -> Void) {
    withDevice { device in
      let screen = Screen("A", device.log)
      device.show(screen)
      _ = device.log.take()
      let alert = LoggingAlert(title: "Sure?", message: nil, preferredStyle: .alert)
      alert.log = device.log
      body(device, screen, alert)
    }
  }

  private func button(_ title: String, _ alert: UIAlertController) -> UIButton? {
    func find(_ view: UIView) -> UIButton? {
      if let button = view as? UIButton, button.currentTitle == title { return button }
      return view.subviews.lazy.compactMap(find).first
    }
    return find(alert.view)
  }

  @Test(.rule("E-320", "E-321"))
  func `the presenter gets no callbacks; the alert is dismissed, then the handler runs`() {
    alerting { device, screen, alert in
      let next = UIAlertController(title: "Next", message: nil, preferredStyle: .alert)
      alert.addAction(
        UIAlertAction(title: "Yes", style: .default) { action in
          device.log("handler \(action.title ?? "")")
          screen.present(next, animated: false)
        })
      alert.addAction(UIAlertAction(title: "No", style: .cancel))
      screen.present(alert, animated: true)
      device.turn()
      device.advance(1)
      #expect(device.log.take() == ["alert.viewDidLoad", "alert.willAppear", "alert.didAppear"])
      if let yes = button("Yes", alert) { device.tap(yes) } else { Issue.record("there is no such button") }
      #expect(device.log.take() == ["alert.willDisappear", "alert.didDisappear", "handler Yes"])
      #expect(screen.presentedViewController === next)
      screen.dismiss(animated: false)
      device.turn()
    }
  }

  @Test(.rule("E-393")) func `the first text field of an alert is first responder`() {
    alerting { device, screen, alert in
      alert.addTextField()
      alert.addTextField()
      alert.addAction(UIAlertAction(title: "OK", style: .default))
      screen.present(alert, animated: false)
      device.turn()
      #expect(alert.textFields?.map(\.isFirstResponder) == [true, false])
      #expect(ScreenDescription.elements().first { $0.label == "OK" }?.coveredBy == nil)
      screen.dismiss(animated: false)
      device.turn()
      #expect(alert.textFields?.contains { $0.isFirstResponder } == false)
    }
  }

  @Test(.rule("E-322")) func `a disabled action cannot be chosen`() {
    alerting { device, screen, alert in
      let action = UIAlertAction(title: "Yes", style: .default) { _ in device.log("handler") }
      action.isEnabled = false
      alert.addAction(action)
      screen.present(alert, animated: false)
      device.turn()
      _ = device.log.take()
      if let yes = button("Yes", alert) { device.tap(yes) }
      #expect(device.log.take() == [] && screen.presentedViewController === alert)
      action.isEnabled = true
      if let yes = button("Yes", alert) { device.tap(yes) }
      #expect(device.log.take() == ["alert.willDisappear", "alert.didDisappear", "handler"])
    }
  }

  @Test(.rule("E-322")) func `a second action of cancel style stops the app`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let alert = UIAlertController(title: nil, message: nil, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: "No", style: .cancel))
        alert.addAction(UIAlertAction(title: "Never", style: .cancel))
      }
    }
    #expect(errors(of: result).contains("only have one action with a style of UIAlertActionStyleCancel"))
  }

  @Test(.rule("E-324")) func `an app's own alert leaves it active`() {
    alerting { device, screen, alert in
      alert.addAction(UIAlertAction(title: "No", style: .cancel))
      screen.present(alert, animated: false)
      device.turn()
      #expect(UIApplication.shared.applicationState == .active)
      screen.dismiss(animated: false)
      device.turn()
    }
  }

  @Test(.rule("E-941")) func `the presenter's tint is dimmed while an alert covers it`() {
    final class Tinted: UIView {
      var log: Log?
      override func tintColorDidChange() { log?("\(tintAdjustmentMode == .dimmed ? "dimmed" : "normal")") }
    }
    alerting { device, screen, alert in
      alert.addAction(UIAlertAction(title: "OK", style: .default))
      let view = Tinted()
      view.tintColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
      screen.view.addSubview(view)
      let kept = UIView()
      kept.tintAdjustmentMode = .normal
      kept.tintColor = .red
      screen.view.addSubview(kept)
      view.log = device.log
      screen.present(alert, animated: true)
      device.turn()
      #expect(device.log.take().contains("dimmed"))
      #expect(view.tintAdjustmentMode == .dimmed && kept.tintAdjustmentMode == .normal)
      var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
      view.tintColor.getRed(&red, green: &green, blue: &blue, alpha: &alpha)
      #expect(red == green && green == blue && alpha == 1 && abs(red - 0.299) < 0.01)
      #expect(kept.tintColor == .red)
      device.advance(1)
      screen.dismiss(animated: true)
      device.turn()
      #expect(device.log.take().contains("normal"))
      #expect(view.tintColor == UIColor(red: 1, green: 0, blue: 0, alpha: 1))
      device.advance(1)
      #expect(screen.view.presentationsOver == 0)
    }
  }
}

private final class LoggingAlert: UIAlertController {
  var log: Log?
  override func viewDidLoad() {
    super.viewDidLoad()
    log?("alert.viewDidLoad")
  }
  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    log?("alert.willAppear")
  }
  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    log?("alert.didAppear")
  }
  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    log?("alert.willDisappear")
  }
  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    log?("alert.didDisappear")
  }
}
