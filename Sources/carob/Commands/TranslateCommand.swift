import AppBuilder
import ArgumentParser
import Foundation
import Translator

struct TranslateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "translate", abstract: "Prints what the translator makes of source files.")

  @Argument(help: ArgumentHelp("Files of one module.", valueName: "file.swift"))
  var files: [String]

  @Option(name: .short, help: ArgumentHelp("The folder that receives the files.", valueName: "dir"))
  var output: String?

  func run() throws {
    var sources: [SourceFile] = []
    for file in files {
      let url = URL(fileURLWithPath: file)
      guard let text = try? String(contentsOf: url, encoding: .utf8) else {
        printError("\(file): error: there is no such file, or it is not text in UTF-8")
        throw ExitCode(ExitStatus.usage.rawValue)
      }
      sources.append(SourceFile(path: url.path, projectRelativePath: file, text: text))
    }
    let hasMainFile = sources.contains { $0.path.hasSuffix("/main.swift") }
    let result = ModuleTranslator(
      options: TranslationOptions(moduleName: "Module", hasMainFile: hasMainFile)
    ).translate(sources)
    for diagnostic in result.diagnostics { printError(diagnostic.description) }
    if result.hasErrors { throw ExitCode(ExitStatus.notBuilt.rawValue) }
    for file in result.files {
      let name = URL(fileURLWithPath: file.path).lastPathComponent
      if let output {
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: URL(fileURLWithPath: output).appendingPathComponent(name))
      } else {
        print(file.text, terminator: file.text.hasSuffix("\n") ? "" : "\n")
      }
    }
  }
}
