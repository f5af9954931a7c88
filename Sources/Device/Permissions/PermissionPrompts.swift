import Compositor
import DeviceProtocol

/// The system's questions about permissions: the one on the screen and those that wait.
struct PermissionPrompts {
  /// Questions that the user has not seen yet, in order.
  var waiting: [PermissionRequest] = []
  /// The question that is on the screen.
  var alert: SystemAlert?
  /// The layout of `alert`.
  var view: SystemAlertView?
  /// Fingers that belong to the prompt: the index of the button on which each began, -1 beside the buttons.
  var fingers: [UInt32: Int] = [:]
  /// The user's answer is being delivered: the next question waits.
  var isAnswering = false
  /// The question whether always is meant waits or was asked in this launch (L-122).
  var confirmsAlways = false

  /// Drops all questions: the process that asked them has ended.
  mutating func processEnded() {
    let isAnswering = isAnswering
    self = PermissionPrompts()
    self.isAnswering = isAnswering
  }
}
