import AppProject
import Translator

extension TranslationOptions {
  /// How the sources of a target are translated.
  ///
  /// - Parameters:
  ///   - hasMainFile: whether a `main.swift` is among them.
  ///   - imported: what the modules that they import declare.
  init(_ target: Target, _ configuration: BuildConfiguration, hasMainFile: Bool, imported: ModuleExports) {
    self.init(
      moduleName: target.moduleName, languageMode: target.swiftVersion == "6" ? .swift6 : .swift5,
      defaultIsolationMainActor: target.defaultIsolation == "MainActor",
      infersSendable: target.swiftVersion != "6"
        && (target.approachableConcurrency || target.upcomingFeatures.contains("InferSendableFromCaptures")),
      hasMainFile: hasMainFile,
      compilationConditions: Set(target.compilationConditions(configuration)),
      imported: imported, infersObjC: target.infersObjC)
  }
}
