import CarobFoundation
import DeviceProtocol
import QuartzCore

/// Dispatches the device's messages to the parts of UIKit that handle them.
@MainActor
enum DeviceInput {
  static func handle(_ message: DeviceMessage) {
    switch message {
    case .welcome: Journal.warn("the device sent a second welcome")
    case .touches(let event):
      UIApplication.shared.touchDispatcher.handle(event)
      DeviceConnection.shared.send(.handled)
    case .key(let key):
      var isTaken = false
      Journal.root(
        .responder, "key \(key.key)", category: .user, detail: key.isDown ? [] : [("phase", "up")]
      ) { isTaken = KeyInput.handle(key) }
      answer(isTaken, otherwise: "neither a first responder nor a key command handles the key \(key.key)")
    case .insertText(let text):
      var isTaken = false
      Journal.root(.responder, "text", category: .user) { isTaken = KeyInput.insert(text) }
      answer(isTaken, otherwise: "there is no first responder that accepts text")
    case .composeText(let composed):
      var isTaken = false
      Journal.root(.responder, "composed text", category: .user) {
        isTaken = KeyInput.compose(
          composed.text,
          selected: NSRange(location: Int(composed.location), length: Int(composed.length)))
      }
      answer(isTaken, otherwise: "there is no first responder that accepts composed text")
    case .scroll(let event):
      let isTaken = UIApplication.shared.scrollDispatcher.handle(event)
      answer(isTaken, otherwise: "nothing under the pointer scrolls in that direction")
    case .pasteboard(let text): UIPasteboard.deviceChanged(text)
    case .lifecycle(let change):
      Lifecycle.handle(change)
      DeviceConnection.shared.send(.handled)
    case .environment(let change):
      let refusal = handle(change)
      answer(refusal == nil, otherwise: refusal ?? "")
    case .openURL(let text):
      Journal.root(.lifecycle, "openURL", category: .functional) {
        if let url = URL(string: text) { Lifecycle.openURL(url) }
      }
      DeviceConnection.shared.send(.handled)
    case .describeScreen(let id):
      TurnCommitter.shared.commit(runsCompletions: false)
      DeviceConnection.shared.send(.screen(id: id, elements: ScreenDescription.views()))
      DeviceConnection.shared.flush()
    case .pickRow(let pick):
      var refusal: String?
      Journal.root(.control, "pick", category: .user) { refusal = PickerInput.pick(pick) }
      answer(refusal == nil, otherwise: refusal ?? "")
    case .backgroundTimeExpired:
      Journal.root(.lifecycle, "backgroundTimeExpired", category: .lifetime) {
        UIApplication.shared.backgroundTimeExpired()
      }
      DeviceConnection.shared.send(.handled)
    case .permission(let permission, let answers):
      Journal.root(.lifecycle, "permission \(permission.kind.rawValue)", category: .user) {
        DeviceServices.permissionChanged(permission, answers: answers)
      }
      DeviceConnection.shared.send(.handled)
    case .notification(let message): NotificationInput.handle(message)
    case .location(let report):
      DeviceServices.locationReported(report)
      DeviceConnection.shared.send(.handled)
    case .accessibility(let request): AccessibilityInput.handle(request)
    case .fullCommit:
      TurnCommitter.shared.commitEverything()
      TurnCommitter.shared.commit(runsCompletions: true)
    }
  }

  /// Reports to the device that an input was handled, or why it was not.
  private static func answer(_ isTaken: Bool, otherwise why: String) {
    DeviceConnection.shared.send(isTaken ? .handled : .refused(why))
  }

  /// Applies an environment change. Returns the reason if the change has no effect, else nil.
  private static func handle(_ change: EnvironmentChange) -> String? {
    var refusal: String?
    switch change {
    case .memoryWarning:
      Journal.root(.lifecycle, "memoryWarning", category: .lifetime) { Lifecycle.memoryWarning() }
    case .shake:
      Journal.root(.responder, "shake", category: .user) { UIApplication.shared.deliverEvent(MotionEvent()) }
    case .appearance(let style):
      Journal.root(.lifecycle, "appearance \(style)", category: .lifetime) {
        UIScreen.main.change { $0.appearance = style }
      }
    case .contentSize(let size):
      Journal.root(.lifecycle, "contentSize \(size)", category: .lifetime) {
        let showedLarge = UILargeContentViewerInteraction.isEnabled
        UIScreen.main.change { $0.contentSize = size }
        if UILargeContentViewerInteraction.isEnabled != showedLarge {
          NotificationCenter.default.post(
            name: UILargeContentViewerInteraction.enabledStatusDidChangeNotification, object: nil)
        }
        NotificationCenter.default.post(
          name: UIContentSizeCategory.didChangeNotification, object: UIApplication.shared,
          userInfo: [
            UIContentSizeCategory.newValueUserInfoKey: UIApplication.shared.preferredContentSizeCategory
              .rawValue
          ])
      }
    case .orientation(let orientation):
      Journal.root(.lifecycle, "orientation \(orientation)", category: .lifetime) {
        Rotation.rotate(to: orientation)
      }
    case .music(let command):
      Journal.root(.lifecycle, "music \(command)", category: .functional) {
        // E-977: the app asked for the events itself, or its music player gets the command.
        if UIApplication.shared.receivesRemoteControlEvents, let event = RemoteControlEvent.of(command) {
          UIApplication.shared.deliverEvent(event)
        } else {
          refusal = DeviceSwitches.music(command)
        }
      }
    case .mediaDelay(let seconds): DeviceSwitches.mediaDelay = seconds
    case .motion(let report):
      Journal.root(.lifecycle, "motion", category: .user) { DeviceMotion.change(report) }
    case .assistiveGesture(let name):
      Journal.root(.responder, "assistive gesture \(name)", category: .user) {
        refusal = AssistiveGesture.perform(name)
      }
    case .voiceOver(let isOn):
      Journal.root(.lifecycle, "voiceOver \(isOn ? "on" : "off")", category: .user) {
        UIAccessibility.turnVoiceOver(isOn)
      }
    }
    return refusal
  }
}
