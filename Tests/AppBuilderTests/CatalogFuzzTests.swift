import AssetFormat
import Foundation
import TestSupport
import Testing

@testable import AppBuilder

/// Damaged asset catalogs and strings files are either compiled or rejected with an error that names the
/// file.
@Suite struct CatalogFuzzTests {
  private static let pieces = [
    "{", "}", "[", "]", "\"", ",", ":", "null", "true", "-", "\\u0000", "\\ud800", "\"images\"",
    "\"filename\"", "\"../..\"",
    "\"scale\": \"2x\"", "\"scale\": \"-1x\"", "\"resizing\": {", "\"cap-insets\": {", "\"colors\"",
    "\"components\": {",
    "\"red\": \"0xFF\"", "\"alpha\": 1e999", "\"appearances\": [", "\u{0}", "é", "/*", ";", "=",
  ]
  private static let sets = [
    FuzzInput(
      "imageset",
      """
      {"images": [{"idiom": "universal", "scale": "2x", "filename": "a.png", "width-class": "compact",
        "resizing": {"mode": "9-part", "center": {"mode": "tile", "width": 1, "height": 1},
          "cap-insets": {"top": 1, "left": 2, "bottom": 3, "right": 4}}},
        {"idiom": "ipad", "appearances": [{"appearance": "luminosity", "value": "dark"}], "filename": "b.png"}],
       "properties": {"template-rendering-intent": "template", "preserves-vector-representation": true}}
      """),
    FuzzInput(
      "colorset",
      """
      {"colors": [{"idiom": "universal", "color": {"color-space": "display-p3",
        "components": {"red": "0xFF", "green": "0.500", "blue": "51", "alpha": "1.000"}}},
        {"idiom": "universal", "color": {"color-space": "gray-gamma-22", "components": {"white": "0.5", "alpha": "1"}}},
        {"idiom": "universal", "color": {"platform": "ios", "reference": "systemBlueColor"}}]}
      """),
    FuzzInput("dataset", #"{"data": [{"filename": "a.png", "idiom": "universal"}]}"#),
    FuzzInput("symbolset", #"{"symbols": [{"filename": "a.png", "idiom": "universal"}]}"#),
    FuzzInput(
      "appiconset", #"{"images": [{"size": "20x20", "idiom": "iphone", "scale": "2x", "filename": "a.png"}]}"#
    ),
  ]

  @Test func `a damaged catalog is compiled or rejected with an error that names it`() throws {
    let folder = try TemporaryFolder(
      Dictionary(
        uniqueKeysWithValues: Self.sets.map { ("A.xcassets/X.\($0.name)/a.png", "png") }))
    try Fuzzing.run("asset-catalogs", Self.sets, pieces: Self.pieces, rounds: 100) { input, _ in
      for set in Self.sets {
        try folder.write(
          "A.xcassets/X.\(set.name)/Contents.json", set.name == input.name ? input.text : set.text)
      }
      do {
        var compiler = AssetCatalogCompiler()
        try compiler.add(folder.path + "/A.xcassets")
        // The app can read what was written.
        let index = try JSONDecoder().decode(AssetIndex.self, from: Data(compiler.indexData()))
        #expect(index == compiler.index)
        for file in compiler.files {
          #expect(!file.destination.split(separator: "/").contains(".."), "\(file.destination)")
        }
      } catch let error as BuildError {
        #expect(error.diagnostics.first?.path?.hasPrefix(folder.path + "/A.xcassets/X.") == true, "\(error)")
      }
    }
  }

  @Test func `a damaged index is read or rejected`() throws {
    var compiler = AssetCatalogCompiler()
    let folder = try TemporaryFolder(
      Dictionary(
        uniqueKeysWithValues: Self.sets.flatMap {
          [("A.xcassets/X.\($0.name)/Contents.json", $0.text), ("A.xcassets/X.\($0.name)/a.png", "png")]
        }))
    try compiler.add(folder.path + "/A.xcassets")
    let sample = FuzzInput("index", try compiler.indexData())
    Fuzzing.run("asset-index", [sample], pieces: Self.pieces, rounds: 100) { input, _ in
      guard let index = try? JSONDecoder().decode(AssetIndex.self, from: Data(input.bytes)) else { return }
      for set in index.images.values { _ = set.variant(for: AssetIndex.Surroundings()) }
      for set in index.colors.values { _ = set.variant(for: AssetIndex.Surroundings()) }
    }
  }

  @Test func `a damaged strings file is read or rejected with an error that names it`() throws {
    let samples = [
      FuzzInput("a.strings", "/* c */ \"k\" = \"v \\\"q\\\" \\U00e9\";\nplain = \"ü\";\n"),
      FuzzInput(
        "a.xcstrings",
        """
        {"sourceLanguage": "en", "version": "1.0", "strings": {"Hello": {"localizations": {
          "de": {"stringUnit": {"state": "translated", "value": "Hallo"}}}}, "%lld items": {"localizations": {"en":
          {"variations": {"plural": {"one": {"stringUnit": {"value": "%lld item"}}}}}}}}}
        """),
    ]
    let folder = try TemporaryFolder()
    try Fuzzing.run("strings-files", samples, pieces: Self.pieces, rounds: 100) { input, _ in
      try folder.write(input.name, input.text)
      let path = folder.path + "/" + input.name
      do {
        if input.name.hasSuffix(".strings") {
          _ = try StringsCompiler.strings(path)
        } else {
          _ = try StringsCompiler.catalog(path)
        }
      } catch let error as BuildError {
        #expect(error.diagnostics.first?.path == path, "\(error)")
      }
    }
  }
}
