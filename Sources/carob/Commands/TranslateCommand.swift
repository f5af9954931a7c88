import AppBuilder
import ArgumentParser
import Foundation
import Translator

struct TranslateCommand: ParsableCommand, ReportsJSON {
  static let configuration = CommandConfiguration(
    commandName: "translate", abstract: "Prints the translation of source files.")

  @Argument(help: ArgumentHelp("Files of one module.", valueName: "file.swift"))
  var files: [String]

  @Option(name: .short, help: ArgumentHelp("The folder that receives the files.", valueName: "dir"))
  var output: String?

  @Flag(help: "Print one JSON object with the files' texts and the messages.")
  var json = false

  func run() throws {
    var sources: [SourceFile] = []
    for file in files {
      let url = URL(fileURLWithPath: file)
      guard FileManager.default.fileExists(atPath: file) else {
        printError("\(file): error: there is no such file")
        throw ExitCode(ExitStatus.usage.rawValue)
      }
      do throws(BuildError) {
        sources.append(
          SourceFile(path: url.path, projectRelativePath: file, text: try SourceText.read(file)))
      } catch {
        printError(error.description)
        throw ExitCode(ExitStatus.notBuilt.rawValue)
      }
    }
    let hasMainFile = sources.contains { $0.path.hasSuffix("/main.swift") }
    let result = ModuleTranslator(
      options: TranslationOptions(moduleName: "Module", hasMainFile: hasMainFile)
    ).translate(sources)
    for diagnostic in result.diagnostics { printError(diagnostic.description) }
    if result.hasErrors { throw ExitCode(ExitStatus.notBuilt.rawValue) }
    if let output { try write(result.files, into: output) }
    if json {
      let texts = result.files.map { file in
        ["path": file.path, "text": output == nil ? file.text : nil].compactMapValues(\.self)
      }
      try Output.write(json: ["files": texts, "messages": result.diagnostics.map(\.description)])
      FailureReport.resultIsPrinted()
    } else if output == nil {
      for file in result.files { try Output.write(file.text.hasSuffix("\n") ? file.text : file.text + "\n") }
    }
  }

  private func write(_ files: [TranslatedFile], into folder: String) throws {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      printError("error: the folder \(folder) cannot be created: \(error.localizedDescription)")
      throw ExitCode(ExitStatus.environment.rawValue)
    }
    for file in files {
      let name = URL(fileURLWithPath: file.path).lastPathComponent
      try Output.write(Array(file.text.utf8), toFile: folder + "/" + name)
    }
  }
}
