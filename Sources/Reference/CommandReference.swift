import Foundation

/// The page of the command's options, generated from the help that the command dumps as JSON.
enum CommandReference {
  static func page(_ help: Data) throws -> String {
    let tool = try JSONDecoder().decode(Tool.self, from: help)
    var lines = [
      "# The command", "", Reference.notice, "",
      "\(tool.command.abstract ?? "") The same as `carob COMMAND --help`.",
    ]
    for command in tool.command.subcommands ?? [] where command.commandName != "help" {
      lines += ["", "## `carob \(command.commandName)`", "", command.abstract ?? ""]
      if let discussion = command.discussion, !discussion.isEmpty { lines += ["", discussion] }
      lines += [
        "", "```", usage(command), "```", "", Reference.row("argument", "default", "meaning"),
        "|---|---|---|",
      ]
      lines += arguments(command).map { argument in
        Reference.row("`\(argument.title)`", argument.standard, argument.text)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func arguments(_ command: Command) -> [Argument] {
    (command.arguments ?? []).filter {
      $0.shouldDisplay && !["help", "version"].contains($0.preferredName?.name)
    }
  }

  private static func usage(_ command: Command) -> String {
    var words = ["carob", command.commandName]
    for argument in arguments(command) where argument.kind == "positional" {
      let name = "<\(argument.valueName ?? "value")>\(argument.isRepeating ? " ..." : "")"
      words.append(argument.isOptional ? "[\(name)]" : name)
    }
    return words.joined(separator: " ") + " [options]"
  }

  private struct Tool: Decodable { var command: Command }

  private struct Command: Decodable {
    var commandName: String
    var abstract: String?
    var discussion: String?
    var arguments: [Argument]?
    var subcommands: [Command]?
  }

  private struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String
      var text: String { (kind == "long" ? "--" : "-") + name }
    }
    var kind: String
    var isOptional: Bool
    var isRepeating: Bool
    var shouldDisplay: Bool
    var names: [Name]?
    var preferredName: Name?
    var valueName: String?
    var defaultValue: String?
    var allValues: [String]?
    var abstract: String?

    var title: String {
      guard kind != "positional" else { return "<\(valueName ?? "value")>" }
      let names = (names ?? []).map(\.text).joined(separator: ", ")
      guard kind == "option" else { return names }
      return names + " " + (allValues.map { $0.joined(separator: "|") } ?? "<\(valueName ?? "value")>")
    }
    var standard: String { defaultValue.map { "`\($0)`" } ?? (isOptional ? "–" : "required") }
    var text: String { abstract ?? "" }
  }
}
