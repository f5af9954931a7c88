// Inserts the changes ("mutants") that Tests/Deep/mutations tries into the Swift files of a folder, all at once. CAROB_MUTANT selects one of
// them when the tests run, so one build is enough for all.
//
// usage: MutantMaker FOLDER [EXCLUDED-ID...]
// Lines stay where they are. Prints a line for each mutant: its id, the file, the line, what is changed.

import Foundation
import SwiftParser

guard CommandLine.arguments.count > 1 else {
  FileHandle.standardError.write(Data("usage: MutantMaker FOLDER [EXCLUDED-ID...]\n".utf8))
  exit(2)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1]).standardizedFileURL
let list = MutantList(excluded: Set(CommandLine.arguments.dropFirst(2).compactMap { Int($0) }))

let files = (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? [])
  .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }

// NB: a module that is imported with an access level in one file must be imported with one in every file.
let importsInternally = try files.contains {
  try String(contentsOf: $0, encoding: .utf8).contains("internal import Glibc")
}

/// The functions that the mutants call; added to the folder as a file.
let support = """
  \(importsInternally ? "internal " : "")import Glibc

  nonisolated(unsafe) private let active = getenv("CAROB_MUTANT").flatMap { Int(String(cString: $0)) } ?? -1
  /// A file with one byte for each mutant, which is set when the mutant is reached.
  nonisolated(unsafe) private let reached: UnsafeMutablePointer<UInt8>? = {
    guard let path = getenv("CAROB_MUTANTS_REACHED") else { return nil }
    let file = open(path, O_RDWR)
    guard file >= 0, let size = getenv("CAROB_MUTANTS_COUNT").flatMap({ Int(String(cString: $0)) }) else { return nil }
    let bytes = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    return bytes == MAP_FAILED ? nil : bytes?.assumingMemoryBound(to: UInt8.self)
  }()
  /// Whether this mutant is the active one.
  func _isMutant(_ id: Int) -> Bool {
    reached?[id] = 1
    return active == id
  }
  /// The value; negated if this mutant is the active one.
  func _negated(_ id: Int, _ value: Bool) -> Bool { _isMutant(id) ? !value : value }

  """

for file in files {
  let text = try String(contentsOf: file, encoding: .utf8)
  let tree = Parser.parse(source: text)
  let finder = MutantFinder(String(file.path.dropFirst(folder.path.count + 1)), tree, list)
  finder.walk(tree)
  guard !finder.insertions.isEmpty else { continue }
  var bytes = Array(text.utf8)
  for insertion in finder.insertions.sorted(by: { ($0.offset, $0.order) > ($1.offset, $1.order) }) {
    bytes.insert(contentsOf: insertion.text.utf8, at: insertion.offset)
  }
  try Data(bytes).write(to: file)
}
try Data(support.utf8).write(to: folder.appendingPathComponent("Mutants.swift"))
print(list.lines.joined(separator: "\n"))
