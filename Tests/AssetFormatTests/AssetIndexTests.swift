import AssetFormat
import Foundation
import Testing

@Suite struct AssetIndexTests {
  private typealias Image = AssetIndex.ImageVariant

  private func image(
    _ file: String, scale: Int? = nil, idiom: String? = nil, appearance: String? = nil,
    contrast: String? = nil, direction: String? = nil, widthClass: String? = nil
  ) -> Image {
    var variant = Image(file: file)
    variant.scale = scale
    variant.idiom = idiom
    variant.appearance = appearance
    variant.contrast = contrast
    variant.direction = direction
    variant.widthClass = widthClass
    return variant
  }

  private func chosen(_ variants: [Image], dark: Bool = false, pad: Bool = false, scale: Int = 2) -> String? {
    AssetIndex.ImageSet(variants: variants)
      .variant(for: AssetIndex.Surroundings(isDark: dark, isPad: pad, scale: scale))?.file
  }

  @Test func `the scale of the screen is taken, else the nearest from above, else the largest`() {
    let all = [image("1", scale: 1), image("2", scale: 2), image("3", scale: 3)]
    #expect(chosen(all, scale: 2) == "2")
    #expect(chosen([all[0], all[2]], scale: 2) == "3")
    #expect(chosen([all[0], all[1]], scale: 3) == "2")
    #expect(chosen([image("vector"), all[2]], scale: 2) == "vector")
    #expect(chosen([]) == nil)
  }

  @Test func `an image for the device is preferred to one for the appearance, and that to one for the scale`()
  {
    let variants = [
      image("any", scale: 2), image("dark", scale: 1, appearance: "dark"),
      image("pad", scale: 3, idiom: "ipad"),
    ]
    #expect(chosen(variants) == "any")
    #expect(chosen(variants, dark: true) == "dark")
    #expect(chosen(variants, dark: true, pad: true) == "pad")
    #expect(chosen([image("light", appearance: "light")], dark: true) == nil)
    #expect(chosen([image("phone", idiom: "iphone")], pad: true) == nil)
  }

  @Test func `pictures for more contrast or the other direction are not taken, those for a size class last`()
  {
    #expect(chosen([image("high", contrast: "high"), image("left", direction: "right-to-left")]) == nil)
    #expect(chosen([image("wide", scale: 2, widthClass: "regular"), image("any", scale: 1)]) == "any")
    #expect(chosen([image("wide", widthClass: "regular")]) == "wide")
    #expect(chosen([image("first", scale: 2), image("second", scale: 2)]) == "first")
  }

  @Test func `only a set with several appearances depends on it`() {
    let light = image("a")
    let dark = image("b", appearance: "dark")
    #expect(!AssetIndex.ImageSet(variants: [light, image("c", scale: 3)]).dependsOnAppearance)
    #expect(AssetIndex.ImageSet(variants: [light, dark]).dependsOnAppearance)
  }

  @Test func `a color for the device is preferred to one for the appearance`() {
    func color(_ name: String, _ idiom: String?, _ appearance: String?) -> AssetIndex.ColorVariant {
      var variant = AssetIndex.ColorVariant()
      variant.systemColor = name
      variant.idiom = idiom
      variant.appearance = appearance
      return variant
    }
    let set = AssetIndex.ColorSet(variants: [
      color("any", nil, nil), color("dark", nil, "dark"), color("pad", "ipad", nil),
    ])
    #expect(set.variant(for: .init())?.systemColor == "any")
    #expect(set.variant(for: .init(isDark: true))?.systemColor == "dark")
    #expect(set.variant(for: .init(isDark: true, isPad: true))?.systemColor == "pad")
    #expect(AssetIndex.ColorSet(variants: []).variant(for: .init()) == nil)
  }

  @Test func `written values are read back, and absent fields are absent`() throws {
    var index = AssetIndex()
    var button = image("Assets/b.png", scale: 2, appearance: "dark")
    button.resizing = .init(capInsets: .init(top: 1, left: 2, bottom: 3, right: 4), center: "tile")
    button.alignmentInsets = .init(top: 0.5)
    index.images["Button"] = .init(variants: [button], renderingIntent: "template", preservesVector: true)
    var red = AssetIndex.ColorVariant()
    red.red = 1
    red.colorSpace = "srgb"
    index.colors["Red"] = .init(variants: [red])
    index.data["Words"] = .init(variants: [.init(file: "Assets/words.json", typeIdentifier: "public.json")])
    index.appIcon = .init(variants: [image("icon.png")])
    let written = try JSONEncoder().encode(index)
    #expect(try JSONDecoder().decode(AssetIndex.self, from: written) == index)
    #expect(!String(decoding: written, as: UTF8.self).contains("idiom"))

    let old = #"{"version":1,"images":{"a":{"variants":[{"file":"a.png"}]}},"colors":{},"data":{}}"#
    let read = try JSONDecoder().decode(AssetIndex.self, from: Data(old.utf8))
    #expect(read.images["a"]?.variants == [image("a.png")])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(AssetIndex.self, from: Data(#"{"images":{"a":{}}}"#.utf8))
    }
  }
}
