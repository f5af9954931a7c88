import CarobFoundation

/// Migrates a store through several versions of its model, in stages (C-282).
///
/// Set it in a store's options for `NSPersistentStoreStagedMigrationManagerOptionKey`; the stages run while
/// the store is added. Each stage is atomic: if one fails, the store stays in the state after the previous
/// stage.
open class NSStagedMigrationManager: NSObject, @unchecked Sendable {
  // @unchecked because the app sets it up before a migration uses it.
  open private(set) var stages: [NSMigrationStage]
  /// While a handler runs: a container whose coordinator has the store open with its current model.
  open internal(set) var container: NSPersistentContainer?

  /// - Parameter stages: in the order of the versions, from the oldest to the coordinator's model.
  public init(_ stages: [NSMigrationStage]) {
    self.stages = stages
    super.init()
  }
}

/// One step of a staged migration: see its subclasses.
open class NSMigrationStage: NSObject, @unchecked Sendable {
  // @unchecked as the manager.
  open var label: String?
  fileprivate override init() { super.init() }
}

/// A range of versions for which lightweight migration is sufficient.
open class NSLightweightMigrationStage: NSMigrationStage, @unchecked Sendable {
  // @unchecked as its superclass.
  /// The checksums of the models, in order. DEVIATION: these are Carob's checksums (C-100); with Xcode's,
  /// which are unknown here, the stage migrates to the first model of the next stage.
  public let versionChecksums: [String]
  public init(_ versionChecksums: [String]) {
    self.versionChecksums = versionChecksums
    super.init()
  }
}

/// A migration from one version to the next, with handlers of the app before and after it.
open class NSCustomMigrationStage: NSMigrationStage, @unchecked Sendable {
  // @unchecked as its superclass.
  public let currentModel: NSManagedObjectModelReference
  public let nextModel: NSManagedObjectModelReference
  /// Called before the migration: the store has the current model.
  open var willMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?
  /// Called after the migration: the store has the next model.
  open var didMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

  public init(
    migratingFrom currentModel: NSManagedObjectModelReference, to nextModel: NSManagedObjectModelReference
  ) {
    self.currentModel = currentModel
    self.nextModel = nextModel
    super.init()
  }
}

/// A reference to a version of a model, which is loaded on demand.
open class NSManagedObjectModelReference: NSObject, @unchecked Sendable {
  // @unchecked because it is immutable; resolving it again returns an equal model.
  public let versionChecksum: String
  private let place: String
  private let find: () -> NSManagedObjectModel?

  public init(model: NSManagedObjectModel, versionChecksum: String) {
    self.versionChecksum = versionChecksum
    place = "the model that was given"
    find = { model }
    super.init()
  }

  public init(fileURL: URL, versionChecksum: String) {
    self.versionChecksum = versionChecksum
    place = fileURL.path
    find = { NSManagedObjectModel(contentsOf: fileURL) }
    super.init()
  }

  /// - Parameter modelName: the name of a version in any of the bundle's models, without the file extension.
  public init(name modelName: String, in bundle: Bundle?, versionChecksum: String) {
    self.versionChecksum = versionChecksum
    let bundle = bundle ?? .main
    place = "\(modelName).mom in \(bundle.bundlePath)"
    find = { ModelLoader.version(named: modelName, in: bundle) }
    super.init()
  }

  public init(
    entityVersionHashes versionHash: [AnyHashable: Any], in bundle: Bundle?, versionChecksum: String
  ) {
    self.versionChecksum = versionChecksum
    let bundle = bundle ?? .main
    place = "a model with these version hashes in \(bundle.bundlePath)"
    let hashes = versionHash as? [String: Data] ?? [:]
    find = {
      ModelLoader.urls(in: bundle).flatMap(ModelLoader.allVersions(at:))
        .first { $0.entityVersionHashesByName == hashes }
    }
    super.init()
  }

  /// The model; raises an exception with the location if it is not found.
  open var resolvedModel: NSManagedObjectModel {
    guard let model = find() else {
      NSException.raise(
        .invalidArgumentException,
        "Unable to resolve the NSManagedObjectModelReference: there is no \(place).")
    }
    // DEVIATION: checksums are Carob's own (C-100), so a wrong one cannot be distinguished from Xcode's.
    return model
  }
}

/// The sequence of models that a store is migrated through.
struct StagedMigration {
  enum Step {
    /// Lightweight migration to a model.
    case lightweight(NSManagedObjectModel)
    case custom(NSCustomMigrationStage)
  }

  /// The steps from one model to the other.
  // C-282
  static func steps(
    _ stages: [NSMigrationStage], from source: NSManagedObjectModel, to destination: NSManagedObjectModel
  ) -> [Step] {
    var steps: [Step] = []
    var current = source
    for stage in stages[first(stages, source)...] {
      guard let stage = stage as? NSCustomMigrationStage else { continue }
      // Versions in between are migrated by lightweight migration.
      let begin = stage.currentModel.resolvedModel
      if !begin.isEqual(current) { steps.append(.lightweight(begin)) }
      steps.append(.custom(stage))
      current = stage.nextModel.resolvedModel
    }
    if !current.isEqual(destination) { steps.append(.lightweight(destination)) }
    return steps
  }

  /// The first stage that the store has not completed.
  private static func first(_ stages: [NSMigrationStage], _ source: NSManagedObjectModel) -> Int {
    for (index, stage) in stages.enumerated() {
      switch stage {
      case let stage as NSCustomMigrationStage:
        if stage.currentModel.resolvedModel.isEqual(source) { return index }
        if stage.nextModel.resolvedModel.isEqual(source) {
          // NB: the next custom stage may begin with the model that this one ends with.
          let next = stages.dropFirst(index + 1).firstIndex {
            ($0 as? NSCustomMigrationStage)?.currentModel.resolvedModel.isEqual(source) == true
          }
          return next ?? index + 1
        }
      case let stage as NSLightweightMigrationStage:
        if stage.versionChecksums.contains(source.versionChecksum) { return index }
      default: continue
      }
    }
    return 0
  }
}
