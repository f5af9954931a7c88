/// Where a target's Info.plist comes from.
enum InfoPlistSource: Sendable, Equatable {
  /// `INFOPLIST_FILE`, `GENERATE_INFOPLIST_FILE` and `INFOPLIST_KEY_…`.
  case buildSettings
  /// A file, or default entries for a folder that has none.
  case folder(file: String?, entries: [String: PropertyValue])
}
