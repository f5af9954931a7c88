import CarobFoundation

/// The types that are known: the system's common ones, and those that the app's Info.plist declares (F-272).
struct TypeTable: Sendable {
  struct Entry: Sendable {
    var identifier: String
    var parents: [String] = []
    var extensions: [String] = []
    var mimeTypes: [String] = []
    var description: String?
  }
  private let entries: [String: Entry]
  /// The identifiers in the order of the table; the first entry of several with an extension wins.
  private let order: [String]

  static let shared = TypeTable(info: Bundle.main.infoDictionary ?? [:])

  /// - Parameter info: the contents of an Info.plist.
  init(info: [String: Any]) {
    var entries: [String: Entry] = [:]
    var order: [String] = []
    func add(_ entry: Entry) {
      if entries.updateValue(entry, forKey: entry.identifier) == nil { order.append(entry.identifier) }
    }
    for line in Self.lines.split(separator: "\n") {
      // identifier < parents | extensions | MIME types | description
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      let head = parts[0].components(separatedBy: " < ")
      func words(_ index: Int) -> [String] {
        index < parts.count ? parts[index].split(separator: " ").map(String.init) : []
      }
      add(
        Entry(
          identifier: head[0], parents: head.count > 1 ? head[1].split(separator: " ").map(String.init) : [],
          extensions: words(1), mimeTypes: words(2), description: parts.count > 3 ? parts[3] : nil))
    }
    // An exported declaration is the type's own, so it comes after imported ones.
    for key in ["UTImportedTypeDeclarations", "UTExportedTypeDeclarations"] {
      for declared in info[key] as? [[String: Any]] ?? [] {
        guard let identifier = declared["UTTypeIdentifier"] as? String else { continue }
        let tags = declared["UTTypeTagSpecification"] as? [String: Any] ?? [:]
        func list(_ value: Any?) -> [String] { value as? [String] ?? (value as? String).map { [$0] } ?? [] }
        add(
          Entry(
            identifier: identifier, parents: list(declared["UTTypeConformsTo"]),
            extensions: list(tags["public.filename-extension"]), mimeTypes: list(tags["public.mime-type"]),
            description: declared["UTTypeDescription"] as? String))
      }
    }
    (self.entries, self.order) = (entries, order)
  }

  func entry(_ identifier: String) -> Entry? { entries[identifier] }

  /// Whether the type is the other, or conforms to it directly or through others. Declarations may be circular.
  func conforms(_ identifier: String, to other: String) -> Bool {
    identifier == other || ancestors(of: identifier).contains(other)
  }

  /// All types to which the type conforms, the nearest first, without itself.
  func ancestors(of identifier: String) -> [String] {
    var found: [String] = []
    var waiting = parents(of: identifier)
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      guard next != identifier, !found.contains(next) else { continue }
      found.append(next)
      waiting += parents(of: next)
    }
    return found
  }

  private func parents(of identifier: String) -> [String] {
    if let entry = entries[identifier] { return entry.parents }
    return DynamicType(identifier: identifier).map { [$0.parent] } ?? []
  }

  /// The declared types with a tag, those that conform to `parent` only.
  func types(extension name: String, conformingTo parent: String?) -> [String] {
    types(parent) { $0.extensions.contains(name.lowercased()) }
  }
  func types(mimeType name: String, conformingTo parent: String?) -> [String] {
    types(parent) { $0.mimeTypes.contains(name.lowercased()) }
  }
  private func types(_ parent: String?, _ matches: (Entry) -> Bool) -> [String] {
    order.filter { identifier in
      guard let entry = entries[identifier], matches(entry) else { return false }
      return parent.map { conforms(identifier, to: $0) } ?? true
    }
  }

  /// From Apple's list of system-declared uniform type identifiers.
  private static let lines = """
    public.item
    public.content
    public.composite-content < public.content
    public.data < public.item
    public.directory < public.item
    public.folder < public.directory
    public.volume < public.folder
    com.apple.package < public.directory
    com.apple.bundle < public.directory
    com.apple.application-bundle < com.apple.application com.apple.bundle com.apple.package | app
    com.apple.application | | | application
    com.apple.framework < com.apple.bundle | framework
    public.symlink < public.item
    com.apple.alias-file < public.data
    public.executable < public.item
    public.archive < public.item
    public.contact
    public.message
    public.calendar-event
    public.to-do-item
    public.database
    public.font
    public.bookmark
    com.apple.internet-location < public.data
    com.apple.live-photo
    public.disk-image < public.archive
    public.audiovisual-content < public.data public.content
    public.movie < public.audiovisual-content
    public.video < public.movie
    public.audio < public.audiovisual-content
    public.image < public.data public.content | | | image
    public.3d-content < public.content
    public.text < public.data public.content | | | text
    public.plain-text < public.text | txt text | text/plain | text
    public.utf8-plain-text < public.plain-text
    public.utf16-plain-text < public.plain-text
    public.utf16-external-plain-text < public.plain-text
    public.delimited-values-text < public.text
    public.comma-separated-values-text < public.delimited-values-text | csv | text/csv | CSV text
    public.tab-separated-values-text < public.delimited-values-text | tsv | text/tab-separated-values
    public.utf8-tab-separated-values-text < public.tab-separated-values-text public.utf8-plain-text
    public.rtf < public.text | rtf | text/rtf application/rtf | rich text document
    com.apple.rtfd < com.apple.package public.composite-content | rtfd
    com.apple.flat-rtfd < public.data public.composite-content
    public.html < public.text | html htm | text/html | HTML text
    public.xml < public.text | xml | application/xml text/xml | XML text
    public.yaml < public.text | yaml yml | application/x-yaml
    public.json < public.text | json | application/json | JSON
    public.geojson < public.json | geojson | application/geo+json
    com.apple.property-list < public.data | plist
    com.apple.xml-property-list < public.xml com.apple.property-list
    com.apple.binary-property-list < com.apple.property-list
    public.svg-image < public.image public.xml | svg | image/svg+xml | SVG image
    public.css < public.text | css | text/css
    public.source-code < public.plain-text
    public.swift-source < public.source-code | swift
    public.c-source < public.source-code | c
    public.c-header < public.source-code | h
    public.c-plus-plus-source < public.source-code | cpp cp c++ cxx
    public.objective-c-source < public.source-code | m
    public.objective-c-plus-plus-source < public.source-code | mm
    public.assembly-source < public.source-code | s
    public.script < public.source-code
    public.shell-script < public.script | sh
    public.python-script < public.shell-script | py | text/x-python-script
    public.ruby-script < public.shell-script | rb
    public.perl-script < public.shell-script | pl
    public.php-script < public.shell-script | php
    com.netscape.javascript-source < public.source-code public.executable | js | text/javascript
    com.adobe.pdf < public.data public.composite-content | pdf | application/pdf | PDF document
    com.apple.webarchive < public.data public.composite-content | webarchive
    public.jpeg < public.image | jpeg jpg jpe | image/jpeg | JPEG image
    public.png < public.image | png | image/png | PNG image
    com.compuserve.gif < public.image | gif | image/gif | GIF image
    public.tiff < public.image | tiff tif | image/tiff | TIFF image
    public.heic < public.heif public.heif-standard | heic | image/heic | HEIC image
    public.heif < public.heif-standard | heif | image/heif
    public.heif-standard < public.image
    com.microsoft.bmp < public.image | bmp | image/bmp
    com.microsoft.ico < public.image | ico | image/x-icon
    com.apple.icns < public.image | icns
    org.webmproject.webp < public.image | webp | image/webp | WebP image
    public.camera-raw-image < public.image
    com.apple.quicktime-movie < public.movie | mov qt | video/quicktime | QuickTime movie
    public.mpeg-4 < public.movie | mp4 mpg4 | video/mp4 | MPEG-4 movie
    com.apple.m4v-video < public.movie | m4v | video/x-m4v
    public.mpeg < public.movie | mpg mpeg m75 m15 | video/mpeg
    public.mpeg-2-video < public.video | m2v | video/mpeg2
    public.mpeg-2-transport-stream < public.movie | ts
    public.avi < public.movie | avi | video/avi
    public.mp3 < public.audio | mp3 | audio/mpeg | MP3 audio
    public.mpeg-4-audio < public.mpeg-4 public.audio | mp4 | audio/mp4
    com.apple.m4a-audio < public.mpeg-4-audio | m4a | audio/x-m4a
    com.apple.protected-mpeg-4-audio < public.audio | m4p
    com.apple.protected-mpeg-4-video < com.apple.m4v-video
    com.microsoft.waveform-audio < public.audio | wav wave | audio/wav audio/vnd.wave | Waveform audio
    public.aiff-audio < public.audio | aiff aif | audio/aiff
    com.apple.coreaudio-format < public.audio | caf
    public.midi-audio < public.audio | midi mid | audio/midi
    public.playlist
    public.m3u-playlist < public.text public.playlist | m3u m3u8
    public.zip-archive < public.data com.pkware.zip-archive | zip | application/zip | ZIP archive
    com.pkware.zip-archive < public.data public.archive
    org.gnu.gnu-zip-archive < public.data public.archive | gz gzip | application/gzip
    public.bzip2-archive < public.data public.archive | bz2
    public.tar-archive < public.data public.archive | tar
    com.apple.archive < public.data public.archive | aar
    public.url < public.data
    public.file-url < public.url
    public.url-name < public.plain-text
    public.vcard < public.text public.contact | vcf vcard | text/vcard
    public.presentation < public.composite-content
    public.spreadsheet < public.content
    public.log < public.plain-text | log
    public.truetype-ttf-font < public.font public.data | ttf
    public.opentype-font < public.font public.data | otf
    public.x509-certificate < public.data | cer crt
    com.rsa.pkcs-12 < public.data | p12 pfx
    com.apple.ical.ics < public.text public.calendar-event | ics | text/calendar
    com.pixar.universal-scene-description < public.3d-content public.data | usd
    com.pixar.universal-scene-description-mobile < public.3d-content public.data | usdz
    com.apple.reality < public.3d-content public.data | reality
    org.idpf.epub-container < public.data public.composite-content | epub | application/epub+zip
    org.openxmlformats.wordprocessingml.document < public.data public.composite-content | docx
    org.openxmlformats.spreadsheetml.sheet < public.data public.spreadsheet | xlsx
    org.openxmlformats.presentationml.presentation < public.data public.presentation | pptx
    """
}

/// The identifier of a type that nobody declares, made of a tag and a type to which it conforms (F-272.3).
struct DynamicType {
  var tag: String
  var value: String
  var parent: String

  static let prefix = "dyn."

  /// DEVIATION: the platform's encoding is another one; equal tags give equal identifiers here, too.
  var identifier: String {
    let text = [tag, value, parent].joined(separator: "\n")
    return Self.prefix + text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  init(tag: String, value: String, parent: String) {
    (self.tag, self.value, self.parent) = (tag, value, parent)
  }
  init?(identifier: String) {
    guard identifier.hasPrefix(Self.prefix) else { return nil }
    let digits = Array(identifier.dropFirst(Self.prefix.count))
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(digits[index...index + 1]), radix: 16) else { return nil }
      bytes.append(byte)
    }
    let parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n")
    guard parts.count == 3 else { return nil }
    self.init(tag: parts[0], value: parts[1], parent: parts[2])
  }
}
