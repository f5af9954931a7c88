import AppProject
import Foundation

/// Reads localized strings of every format, and converts them to the one that Foundation on Linux reads.
///
/// Plural rules are reduced to their "other" form, because Foundation on Linux does not support
/// `.stringsdict` (it crashes on one). Code that formats a number gets the plural text. `Doctor` reports
/// this.
enum StringsCompiler {
  /// A `.strings` file: old-style, XML or binary, UTF-8 or UTF-16.
  static func strings(_ path: String) throws -> [String: String] {
    let list: PropertyValue
    do {
      list = try PropertyListFile.readStrings(path)
    } catch let problem as ProjectProblem {
      throw BuildError(problem)
    }
    guard let entries = list.dictionary else {
      throw BuildError(
        .project, "this is not a strings file: each entry must have the form \"key\" = \"value\";",
        path: path, line: 1)
    }
    return entries.compactMapValues { $0.string ?? $0["NSStringLocalizedFormatKey"]?.string }
  }

  /// A `.stringsdict`, reduced to the "other" form of each rule.
  static func pluralRules(_ path: String) throws -> [String: String] {
    let list: PropertyValue
    do {
      list = try PropertyListFile.read(path)
    } catch let problem as ProjectProblem {
      throw BuildError(problem)
    }
    return (list.dictionary ?? [:]).compactMapValues { rule in
      guard var format = rule["NSStringLocalizedFormatKey"]?.string else { return rule.string }
      for (name, variable) in (rule.dictionary ?? [:]).sorted(by: { $0.key < $1.key }) {
        guard let other = variable["other"]?.string else { continue }
        format = format.replacing("%#@\(name)@", with: other)
      }
      return format
    }
  }

  /// An `.xcstrings` catalog: one table for each of its languages.
  static func catalog(_ path: String) throws -> [(destination: String, entries: [String: String])] {
    let data = FileManager.default.contents(atPath: path) ?? Data()
    guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let strings = object["strings"] as? [String: Any]
    else {
      throw BuildError(.project, "this string catalog is not valid JSON", path: path, line: 1)
    }
    let source = object["sourceLanguage"] as? String ?? "en"
    var tables: [String: [String: String]] = [source: [:]]
    for (key, entry) in strings {
      let localizations = (entry as? [String: Any])?["localizations"] as? [String: Any] ?? [:]
      tables[source]?[key] = key
      for (language, localization) in localizations {
        if let text = text(localization as? [String: Any] ?? [:]) {
          tables[language, default: [:]][key] = text
        }
      }
    }
    let table = AbsolutePath.withoutEnding(AbsolutePath.name(path))
    return tables.sorted { $0.key < $1.key }.map { ("\($0.key).lproj/\(table).strings", $0.value) }
  }

  private static func text(_ localization: [String: Any]) -> String? {
    if let unit = localization["stringUnit"] as? [String: Any] {
      guard var text = unit["value"] as? String else { return nil }
      // NB: sorted, because the replacement text of one may contain the name of another.
      let substitutions = localization["substitutions"] as? [String: Any] ?? [:]
      for (name, substitution) in substitutions.sorted(by: { $0.key < $1.key }) {
        let entry = substitution as? [String: Any] ?? [:]
        guard let other = Self.text(entry) else { continue }
        let specifier = entry["formatSpecifier"] as? String ?? "@"
        text = text.replacing("%#@\(name)@", with: other.replacing("%arg", with: "%\(specifier)"))
      }
      return text
    }
    let variations = localization["variations"] as? [String: Any] ?? [:]
    if let plural = variations["plural"] as? [String: Any] {
      return text(plural["other"] as? [String: Any] ?? [:])
    }
    if let device = variations["device"] as? [String: Any] {
      return text(device["iphone"] as? [String: Any] ?? device["other"] as? [String: Any] ?? [:])
    }
    return nil
  }
}
