import CarobFoundation
import TestSupport
import Testing

@testable import UIKit

/// Picking files from a folder, and saving files to it.
@MainActor @Suite struct DocumentPickerTests {
  private var shown: [String] { ScreenDescription.elements().compactMap(\.label) }

  private func picking(
    _ make: (URL) -> UIDocumentPickerViewController,
    _ body: (TestDevice, UIDocumentPickerViewController, URL) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("picker-\(UUID().uuidString)")
    let documents = folder.appendingPathComponent("Documents")
    try FileManager.default.createDirectory(at: documents, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["b.txt", "a.txt", "c.png"] {
      try Data(name.utf8).write(to: documents.appendingPathComponent(name))
    }
    try Data("new".utf8).write(to: folder.appendingPathComponent("a.txt"))
    try withDevice { device in
      let screen = UIViewController()
      device.show(screen)
      let picker = make(folder)
      picker.directoryURL = documents
      let delegate = PickerDelegate(device.log)
      picker.delegate = delegate
      screen.present(picker, animated: true)
      device.advance(1)
      try body(device, picker, documents)
      withExtendedLifetime(delegate) {}
    }
  }

  @Test(.rule("E-1064")) func `files of the asked types are listed by name, and a tap picks one`() throws {
    try picking({ _ in UIDocumentPickerViewController(typeIdentifiers: ["public.text"], asCopy: false) }) {
      device, _, documents in
      #expect(shown.filter { $0.count == 1 } == ["a", "b"])
      device.tap(label: "b")
      #expect(device.log.take() == [])
      device.advance(1)
      #expect(device.log.take() == ["picked Documents/b.txt, sheet gone"])
    }
  }

  @Test(.rule("E-1064")) func `several selected files are opened at once, as copies`() throws {
    let make = { (_: URL) in
      let picker = UIDocumentPickerViewController(documentTypes: ["public.item"], in: .import)
      picker.allowsMultipleSelection = true
      picker.shouldShowFileExtensions = true
      return picker
    }
    try picking(make) { device, _, _ in
      #expect(shown.filter { $0.contains(".") } == ["a.txt", "b.txt", "c.png"])
      device.tap(label: "c.png")
      device.tap(label: "a.txt")
      device.tap(label: "Open")
      device.advance(1)
      let lines = device.log.take()
      #expect(lines.count == 1 && lines[0].hasPrefix("picked Inbox/a") && lines[0].contains(" Inbox/c"))
    }
  }

  @Test(.rule("E-1064")) func `an exported file gets a free name, and Cancel is reported`() throws {
    let make = { (folder: URL) in
      UIDocumentPickerViewController(forExporting: [folder.appendingPathComponent("a.txt")])
    }
    try picking(make) { device, _, documents in
      device.tap(label: "Save")
      device.advance(1)
      #expect(device.log.take() == ["picked Documents/a 2.txt, sheet gone"])
      let text = try String(contentsOf: documents.appendingPathComponent("a 2.txt"), encoding: .utf8)
      #expect(text == "new")
    }
    try picking(make) { device, _, documents in
      device.tap(label: "Cancel")
      device.advance(1)
      #expect(device.log.take() == ["cancelled"])
      #expect(!FileManager.default.fileExists(atPath: documents.appendingPathComponent("a 2.txt").path))
    }
  }
}

@MainActor
private final class PickerDelegate: NSObject, UIDocumentPickerDelegate {
  let log: Log
  init(_ log: Log) {
    self.log = log
    super.init()
  }
  override class var _carobMethods: [_CarobMethod] {
    has("documentPicker:didPickDocumentsAtURLs:", "documentPickerWasCancelled:")
  }
  func documentPicker(_ controller: UIDocumentPickerViewController, didPickDocumentsAt urls: [URL]) {
    let names = urls.map { $0.pathComponents.suffix(2).joined(separator: "/") }
    let sheet = controller.presentingViewController == nil ? "gone" : "there"
    log("picked \(names.joined(separator: " ")), sheet \(sheet)")
  }
  func documentPickerWasCancelled(_ controller: UIDocumentPickerViewController) { log("cancelled") }
}
