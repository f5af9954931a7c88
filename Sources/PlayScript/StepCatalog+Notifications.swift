import Device

// The steps for notifications.
extension StepCatalog {
  private static let notification = value(
    .element,
    "A notification's title (without a title, its body or the app's name), or `contains:` with part of it.")

  static let notifications = [
    StepDescription(
      "tapNotification", .notification,
      "Taps a notification: its banner, or its place on the lock screen or in the list, which is opened for it. Waits until "
        + "there is one. The app comes to the front, or is launched.",
      value: notification, [on("The notification.")],
      example: "- tapNotification: Time to go\n- tapNotification: {on: {contains: minutes}}"),
    StepDescription(
      "dismissNotification", .notification,
      "Dismisses a notification. The app is told if its category has `customDismissAction`.",
      value: notification, [on("The notification.")], example: "- dismissNotification: Time to go"),
    StepDescription(
      "notificationAction", .notification, "Chooses an action of a notification.",
      [
        on("The notification."),
        StepArgument("action", .text, .required, "The action's title, or its identifier."),
        StepArgument("text", .text, .optional, "The user's text, for a text-input action."),
      ],
      example:
        "- notificationAction: {on: Time to go, action: Snooze}\n"
        + "- notificationAction: {on: New message, action: Reply, text: \"On my way\"}"),
    StepDescription(
      "push", .notification,
      "Sends a remote notification: the JSON of a server, with the key `aps`. Silent ones (`content-available`) give the app time "
        + "in the background.",
      value: value(.path, "The payload, a path relative to the script."), example: "- push: payload.apns"),
  ]
}
