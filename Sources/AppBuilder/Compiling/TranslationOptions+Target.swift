import AppProject
import Translator

extension TranslationOptions {
  /// The options for translating the sources of a target.
  ///
  /// - Parameters:
  ///   - hasMainFile: whether one of them is `main.swift`.
  ///   - imported: the exports of the modules that they import.
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
