/// The conformances and file extensions of known uniform type identifiers.
package enum TypeIdentifiers {
  private static let parents: [String: [String]] = [
    "public.utf8-plain-text": ["public.plain-text"], "public.utf16-plain-text": ["public.plain-text"],
    "public.plain-text": ["public.text"], "public.html": ["public.text"], "public.xml": ["public.text"],
    "public.json": ["public.text"], "public.rtf": ["public.text"],
    "public.source-code": ["public.plain-text"],
    "public.swift-source": ["public.source-code"], "public.comma-separated-values-text": ["public.text"],
    "public.text": ["public.data", "public.content"], "public.image": ["public.data", "public.content"],
    "public.png": ["public.image"], "public.jpeg": ["public.image"], "com.compuserve.gif": ["public.image"],
    "public.tiff": ["public.image"], "public.heic": ["public.image"],
    "org.webmproject.webp": ["public.image"],
    "public.svg-image": ["public.image"], "com.apple.live-photo": ["public.content"],
    "public.movie": ["public.audiovisual-content"], "public.audio": ["public.audiovisual-content"],
    "public.audiovisual-content": ["public.data", "public.content"],
    "public.mpeg-4": ["public.movie"], "com.apple.quicktime-movie": ["public.movie"],
    "public.mp3": ["public.audio"], "com.microsoft.waveform-audio": ["public.audio"],
    "com.apple.m4a-audio": ["public.audio"], "com.adobe.pdf": ["public.data", "public.content"],
    "public.file-url": ["public.url"], "public.url": ["public.data"], "public.zip-archive": ["public.data"],
    "public.vcard": ["public.text"], "public.data": ["public.item"],
  ]
  private static let extensions: [(String, String)] = [
    ("txt", "public.plain-text"), ("html", "public.html"), ("xml", "public.xml"), ("json", "public.json"),
    ("rtf", "public.rtf"), ("swift", "public.swift-source"), ("csv", "public.comma-separated-values-text"),
    ("png", "public.png"), ("jpg", "public.jpeg"), ("jpeg", "public.jpeg"), ("gif", "com.compuserve.gif"),
    ("tiff", "public.tiff"), ("heic", "public.heic"), ("webp", "org.webmproject.webp"),
    ("svg", "public.svg-image"), ("mp4", "public.mpeg-4"), ("mov", "com.apple.quicktime-movie"),
    ("mp3", "public.mp3"), ("wav", "com.microsoft.waveform-audio"), ("m4a", "com.apple.m4a-audio"),
    ("pdf", "com.adobe.pdf"), ("zip", "public.zip-archive"), ("vcf", "public.vcard"),
  ]

  package static func conforms(_ type: String, to other: String) -> Bool {
    type == other || (parents[type] ?? []).contains { conforms($0, to: other) }
  }

  package static func type(ofExtension name: String) -> String {
    let name = name.lowercased()
    return extensions.first { $0.0 == name }?.1 ?? "public.data"
  }

  package static func fileExtension(of type: String) -> String? {
    type == "public.utf8-plain-text" ? "txt" : extensions.first { $0.1 == type }?.0
  }
}
