import AppProject
import Foundation
import ModelCompiler
import NibFormat
import Translator

/// Finds problems before anything is built: in a few milliseconds instead of by a failed build.
///
/// It examines the tokens of the sources, not their types, and reports only what is certain from the tokens.
public struct Doctor {
  /// One finding, in the same form as a compiler's message.
  public typealias Finding = BuildDiagnostic

  private typealias Source = (path: String, text: String, tokens: SwiftTokens)

  private let modules: Set<String>
  private let names: KnownNames?

  /// - Parameters:
  ///   - sdk: the built SDK, whose modules can be imported; `nil` if it is not built yet.
  ///   - names: the names that the SDK declares; `nil` skips the check of names.
  public init(sdk: SDKLocation? = nil, names: KnownNames? = nil) {
    self.names = names
    modules = KnownModules.provided(by: sdk).union(KnownModules.toolchain)
  }

  /// The problems of `target` and its dependencies, errors first, then by location.
  public func check(_ target: Target, in project: Project) -> [Finding] {
    var findings: [Finding] = []
    let targets = project.dependencies(of: target) + [target]
    let ownModules = Set(project.targets.map(\.moduleName))
    var classes: Set<String> = []
    var outline = SourceOutline()
    var texts: [Source] = []
    var exports = ModuleExports()
    var isReadable = true
    for part in targets {
      let first = texts.count
      findings += part.problems.map {
        Finding(
          path: $0.path, line: $0.line, column: $0.column,
          severity: $0.severity == .error ? .error : .warning,
          message: $0.message)
      }
      findings += infoPlistFindings(part)
      for model in part.dataModels.map({ DataModelCompiler.compile($0, module: part.moduleName) }) {
        findings += model.findings.map(DataModels.diagnostic)
        for file in model.classes {
          let tokens = SwiftTokens(file.text)
          let outlined = SourceOutline(tokens)
          outline.merge(outlined)
          texts.append((part.projectPath + "/" + file.name, file.text, tokens))
          classes.formUnion(outlined.classes.keys)
        }
      }
      for path in part.sources {
        let text: String
        do throws(BuildError) {
          text = try SourceText.read(path)
        } catch {
          findings += error.diagnostics
          isReadable = false
          continue
        }
        let tokens = SwiftTokens(text)
        let file = SourceOutline(tokens)
        for use in file.imports where !modules.contains(use.module) && !ownModules.contains(use.module) {
          findings.append(
            Finding(
              path: path, line: use.line, column: use.column, severity: .error,
              message: "no such module “\(use.module)”; \(KnownModules.advice(for: use.module))"))
        }
        if let line = file.swiftUIAppLine {
          findings.append(
            Finding(
              path: path, line: line, column: 1, severity: .error,
              message:
                "this app uses the SwiftUI life cycle; Carob runs UIKit apps, which have an app delegate"
            ))
        }
        outline.merge(file)
        texts.append((path, text, tokens))
        classes.formUnion(file.classes.keys)
      }
      findings += translationFindings(part, texts[first...], project, &exports)
      findings += catalogFindings(part)
    }
    findings += nameFindings(texts, outline, ownModules, project)
    if target.kind == .app, isReadable, !outline.hasEntryPoint, !target.sources.isEmpty,
      target.sources.allSatisfy({ !$0.hasSuffix("/main.swift") })
    {
      findings.append(
        Finding(path: target.projectPath, severity: .error, message: target.withoutEntryPoint))
    }
    for part in targets {
      for interface in part.storyboards + part.xibs {
        findings += InterfaceCheck(target: part, project: project, outline: outline).check(interface)
      }
    }
    findings += entryStoryboardFindings(target)
    return findings.enumerated().sorted { first, second in
      let (a, b) = (first.element, second.element)
      if a.severity != b.severity { return a.severity == .error }
      return (a.path ?? "", a.line ?? 0, first.offset) < (b.path ?? "", b.line ?? 0, second.offset)
    }.map(\.element)
  }

  /// Code that the translator rejects, like `#selector` of a method without `@objc`.
  private func translationFindings(
    _ target: Target, _ texts: ArraySlice<Source>, _ project: Project,
    _ exports: inout ModuleExports
  ) -> [Finding] {
    let files = texts.map {
      SourceFile(
        path: $0.path, projectRelativePath: AbsolutePath.relative($0.path, to: project.root), text: $0.text)
    }
    var options = TranslationOptions(
      target, .debug, hasMainFile: files.contains { AbsolutePath.name($0.path) == "main.swift" },
      imported: exports)
    options.checksBodies = true
    let result = ModuleTranslator(options: options).translate(files)
    exports.formUnion(result.exports)
    return result.diagnostics.filter { $0.severity == .error }.map(ModuleCompiler.diagnostic)
  }

  private func nameFindings(
    _ texts: [Source], _ outline: SourceOutline, _ ownModules: Set<String>,
    _ project: Project
  ) -> [Finding] {
    guard let names else { return [] }
    let unseen = outline.imports.contains { !modules.contains($0.module) && !ownModules.contains($0.module) }
    var check = NameCheck(known: names, mayHaveOtherMembers: unseen)
    for source in texts { check.add(source.tokens, path: source.path) }
    return check.findings()
  }

  private func infoPlistFindings(_ target: Target) -> [Finding] {
    do {
      _ = try target.infoPlist()
      return []
    } catch let problem as ProjectProblem {
      return [Finding(path: problem.path, line: problem.line, severity: .error, message: problem.message)]
    } catch {
      return []
    }
  }

  private func catalogFindings(_ target: Target) -> [Finding] {
    var compiler = AssetCatalogCompiler()
    for catalog in target.assetCatalogs {
      do {
        try compiler.add(catalog)
      } catch let error as BuildError {
        return error.diagnostics
      } catch {
        continue
      }
    }
    return compiler.warnings
  }

  /// Checks that the storyboards that Info.plist names belong to the target.
  private func entryStoryboardFindings(_ target: Target) -> [Finding] {
    guard target.kind == .app, let entries = try? target.infoPlist() else { return [] }
    let names = Set(target.storyboards.map { AbsolutePath.withoutEnding(AbsolutePath.name($0.path)) })
    var wanted: [(key: String, name: String)] = []
    if let name = entries["UIMainStoryboardFile"]?.string { wanted.append(("UIMainStoryboardFile", name)) }
    let configurations = entries["UIApplicationSceneManifest"]?["UISceneConfigurations"]?[
      "UIWindowSceneSessionRoleApplication"]?.array
    for configuration in configurations ?? [] {
      if let name = configuration["UISceneStoryboardFile"]?.string {
        wanted.append(("UISceneStoryboardFile", name))
      }
    }
    return wanted.filter { !$0.name.isEmpty && !names.contains($0.name) }.map { key, name in
      Finding(
        path: target.infoPlistPath() ?? target.projectPath, severity: .error,
        message: "\(key) names “\(name)”, but the target “\(target.name)” has no \(name).storyboard")
    }
  }
}

extension Target {
  /// The message for an app without an entry point.
  var withoutEntryPoint: String {
    "the target “\(name)” has no entry point: "
      + "no class is marked @main or @UIApplicationMain, and there is no main.swift"
  }
}
