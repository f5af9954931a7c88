import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// Diagnostics for mistakes with device notifications and with views on other threads.
@MainActor @Suite struct MistakeTests {
  private nonisolated func warnings(_ result: ExitTest.Result?, of subject: String) -> [String] {
    errors(of: result).split(separator: "\n").map(String.init).filter { $0.contains(subject) }
  }

  @Test(.rule("M-4")) func `observing the orientation while its notifications are off warns once`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        withDevice { device in
          device.observe(UIDevice.orientationDidChangeNotification, "turned")
          for orientation in ["landscapeLeft", "portrait"] { Rotation.rotate(to: orientation) }
          precondition(device.log.take() == [])
          UIDevice.current.beginGeneratingDeviceOrientationNotifications()
          Rotation.rotate(to: "landscapeLeft")
          precondition(device.log.take() == ["N(turned)"])
        }
      }
    }
    #expect(
      warnings(result, of: "UIDevice").map { $0.replacing(/TestDevice.swift:\d+/, with: "<place>") } == [
        "carob: <place>: warning: UIDevice posts UIDeviceOrientationDidChangeNotification only after "
          + "beginGeneratingDeviceOrientationNotifications() is called"
      ])
  }

  @Test(.rule("M-4")) func `a rotation without observers does not warn`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run { withDevice { _ in Rotation.rotate(to: "landscapeLeft") } }
    }
    #expect(warnings(result, of: "UIDevice") == [])
  }

  @Test(.rule("M-57", "M-130", "M-137"))
  func `changing a view on another thread warns once for its class`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        withDevice { device in
          let label = UILabel(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
          device.showEmpty().addSubview(label)
          device.turn()
          let name = Notification.Name("loaded")
          // The mistake itself: it is changed on another thread.
          nonisolated(unsafe) let layer = label.layer
          let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
            layer.opacity -= 0.1
          }
          let done = DispatchSemaphore(value: 0)
          DispatchQueue.global().async {
            NotificationCenter.default.post(name: name, object: nil)
            done.signal()
          }
          // The next change is to a layer whose previous change was committed, so without the limit it would
          // warn again.
          done.wait()
          device.turn()
          DispatchQueue.global().async {
            NotificationCenter.default.post(name: name, object: nil)
            done.signal()
          }
          done.wait()
          NotificationCenter.default.removeObserver(token)
        }
      }
    }
    #expect(
      warnings(result, of: "UILabel") == [
        "carob: warning: UI API called on a background thread: UILabel was changed"
      ])
  }
}
