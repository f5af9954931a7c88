import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Data sets of asset catalogs.
@MainActor @Suite struct DataAssetTests {
  @Test(.rule("E-502")) func `a data set returns the data and type for the device's idiom`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "catalog-\(UInt64.random(in: 0 ... .max))")
    defer { try? FileManager.default.removeItem(at: folder) }
    let car = folder.appendingPathComponent("Assets.car")
    try FileManager.default.createDirectory(at: car, withIntermediateDirectories: true)
    for name in ["any", "pad"] { try Data(name.utf8).write(to: car.appendingPathComponent(name)) }
    let index = """
      {"version": 1, "images": {}, "colors": {}, "data": {"words": {"variants": [
       {"file": "pad", "idiom": "ipad"}, {"file": "any", "typeIdentifier": "public.json"}]},
       "lost": {"variants": [{"file": "none"}]}}}
      """
    try Data(index.utf8).write(to: car.appendingPathComponent("index.json"))
    let catalog = AssetCatalog(folder: folder.path)
    let phone = try #require(catalog.data(named: "words", isPad: false))
    #expect(phone.bytes == Data("any".utf8) && phone.type == "public.json")
    let pad = try #require(catalog.data(named: "words", isPad: true))
    #expect(pad.bytes == Data("pad".utf8) && pad.type == nil)
    #expect(catalog.data(named: "lost", isPad: false) == nil && NSDataAsset(name: "words") == nil)
    let bundle = try #require(Bundle(path: folder.path))
    let asset = try #require(NSDataAsset(name: "words", bundle: bundle))
    #expect(asset.name == "words" && asset.data == Data("any".utf8) && asset.typeIdentifier == "public.json")
  }
}
