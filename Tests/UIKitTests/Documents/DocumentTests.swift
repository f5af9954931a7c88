import CarobFoundation
import DeviceProtocol
import TestSupport
import Testing

@testable import UIKit

/// Documents, previews of files, and forceful touches.
@MainActor @Suite(.serialized) struct DocumentTests {
  private final class Note: UIDocument {
    let log = Log()
    var text = ""
    var isBroken = false
    override func load(fromContents contents: Any, ofType typeName: String?) throws {
      log("load \(typeName ?? "none")")
      text = String(decoding: contents as? Data ?? Data(), as: UTF8.self)
    }
    override func contents(forType typeName: String) throws -> Any {
      log("contents \(typeName)")
      if isBroken { throw CocoaError(.fileWriteUnknown) }
      return Data(text.utf8)
    }
    override func handleError(_ error: any Error, userInteractionPermitted: Bool) { log("error") }
  }

  private func place() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.appendingPathComponent("Note.txt")
  }

  /// Lets the main queue run until the completion was called.
  private func wait(_ begin: (@escaping (Bool) -> Void) -> Void) async -> Bool {
    await withCheckedContinuation { continuation in begin { continuation.resume(returning: $0) } }
  }

  @Test(.rule("E-1000")) func `a document is saved, opened, changed and closed`() async throws {
    let url = try place()
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    let first = Note(fileURL: url)
    first.text = "one"
    #expect(first.documentState == .closed && first.localizedName == "Note")
    #expect(await wait { first.save(to: url, for: .forCreating, completionHandler: $0) })
    #expect(try String(contentsOf: url, encoding: .utf8) == "one" && first.documentState == .normal)
    let second = Note(fileURL: url)
    #expect(await wait { second.open(completionHandler: $0) })
    #expect(second.text == "one" && second.documentState == .normal && second.fileModificationDate != nil)
    second.text = "two"
    #expect(!second.hasUnsavedChanges)
    second.updateChangeCount(.done)
    #expect(second.hasUnsavedChanges)
    second.updateChangeCount(.undone)
    #expect(!second.hasUnsavedChanges)
    second.updateChangeCount(.done)
    #expect(await wait { second.close(completionHandler: $0) })
    #expect(second.documentState == .closed && !second.hasUnsavedChanges)
    #expect(try String(contentsOf: url, encoding: .utf8) == "two")
    #expect(second.log.take() == ["load public.plain-text", "contents public.plain-text"])
  }

  @Test(.rule("E-1000")) func `errors of reading and saving are reported, and the document stays as it is`()
    async throws
  {
    let url = try place()
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    let note = Note(fileURL: url)
    #expect(await wait { note.open(completionHandler: $0) } == false)
    #expect(note.documentState == .closed && note.log.take() == ["error"])
    note.isBroken = true
    #expect(await wait { note.save(to: url, for: .forCreating, completionHandler: $0) } == false)
    #expect(note.documentState.contains(.savingError))
    #expect(note.log.take() == ["contents public.plain-text", "error"])
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test(.rule("E-1000")) func `what is registered for undoing counts as a change of the document`() throws {
    let note = Note(fileURL: try place())
    let manager = try #require(note.undoManager)
    manager.groupsByEvent = false
    manager.beginUndoGrouping()
    manager.registerUndo(withTarget: note) { note in
      note.undoManager.registerUndo(withTarget: note) { _ in }
    }
    manager.endUndoGrouping()
    #expect(note.hasUnsavedChanges)
    manager.undo()
    #expect(!note.hasUnsavedChanges)
    manager.redo()
    #expect(note.hasUnsavedChanges)
  }

  // MARK: Interaction controllers

  private final class Previewer: NSObject, UIDocumentInteractionControllerDelegate {
    let log: Log
    let screen: UIViewController
    init(_ log: Log, _ screen: UIViewController) {
      (self.log, self.screen) = (log, screen)
      super.init()
    }
    func documentInteractionControllerViewControllerForPreview(
      _ controller: UIDocumentInteractionController
    ) -> UIViewController { screen }
    func documentInteractionControllerWillBeginPreview(_ controller: UIDocumentInteractionController) {
      log("will begin")
    }
    func documentInteractionControllerDidEndPreview(_ controller: UIDocumentInteractionController) {
      log("did end")
    }
    func documentInteractionControllerWillPresentOptionsMenu(_ controller: UIDocumentInteractionController) {
      log("will present menu")
    }
    nonisolated override class var _carobMethods: [_CarobMethod] {
      has(
        "documentInteractionControllerViewControllerForPreview:",
        "documentInteractionControllerWillBeginPreview:", "documentInteractionControllerDidEndPreview:",
        "documentInteractionControllerWillPresentOptionsMenu:")
    }
  }

  @Test(.rule("E-1001")) func `a file's preview is presented from the delegate's controller`() throws {
    let url = try place()
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    withDevice { device in
      let root = UIViewController()
      device.show(root)
      let controller = UIDocumentInteractionController(url: url)
      let delegate = Previewer(device.log, root)
      #expect(controller.name == "Note.txt" && controller.uti == "public.plain-text")
      #expect(!controller.presentPreview(animated: false))
      controller.delegate = delegate
      #expect(!controller.presentPreview(animated: false))
      try? Data("some words".utf8).write(to: url)
      #expect(controller.presentPreview(animated: false))
      device.turn()
      device.turn()
      #expect(device.log.take() == ["will begin"] && root.presentedViewController != nil)
      controller.dismissPreview(animated: false)
      device.turn()
      device.turn()
      #expect(device.log.take() == ["did end"] && root.presentedViewController == nil)
    }
  }

  private final class Zoomer: NSObject, UIDocumentInteractionControllerDelegate {
    let log: Log
    let screen: UIViewController
    let source: UIView
    init(_ log: Log, _ screen: UIViewController, _ source: UIView) {
      (self.log, self.screen, self.source) = (log, screen, source)
      super.init()
    }
    func documentInteractionControllerViewControllerForPreview(
      _ controller: UIDocumentInteractionController
    ) -> UIViewController { screen }
    func documentInteractionControllerViewForPreview(
      _ controller: UIDocumentInteractionController
    ) -> UIView? {
      log("view")
      return source
    }
    func documentInteractionControllerRectForPreview(_ controller: UIDocumentInteractionController) -> CGRect
    {
      log("rect")
      return CGRect(x: 0, y: 0, width: 50, height: 50)
    }
    func documentInteractionControllerWillBeginPreview(_ controller: UIDocumentInteractionController) {
      log("will begin")
    }
    func documentInteractionControllerDidEndPreview(_ controller: UIDocumentInteractionController) {
      log("did end")
    }
    nonisolated override class var _carobMethods: [_CarobMethod] {
      has(
        "documentInteractionControllerViewControllerForPreview:",
        "documentInteractionControllerViewForPreview:", "documentInteractionControllerRectForPreview:",
        "documentInteractionControllerWillBeginPreview:", "documentInteractionControllerDidEndPreview:")
    }
  }

  @Test(.rule("E-1028")) func `a preview grows from the delegate's rectangle, and shrinks to it`() throws {
    let url = try place()
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    try Data("some words".utf8).write(to: url)
    try withDevice { device in
      let root = UIViewController()
      device.show(root)
      let source = UIView(frame: CGRect(x: 100, y: 200, width: 80, height: 80))
      root.view.addSubview(source)
      let controller = UIDocumentInteractionController(url: url)
      let delegate = Zoomer(device.log, root, source)
      controller.delegate = delegate
      #expect(controller.presentPreview(animated: true))
      #expect(device.log.take() == ["view", "rect", "will begin"])
      device.turn()
      device.advance(1)
      let shown = try #require(root.presentedViewController?.view)
      #expect(shown.transform == .identity && shown.frame == UIScreen.main.bounds)
      controller.dismissPreview(animated: true)
      device.turn()
      // The model has the final state of the animation.
      #expect(abs(shown.frame.minX - 100) < 0.1 && abs(shown.frame.minY - 200) < 0.1)
      #expect(abs(shown.frame.width - 50) < 0.01)
      device.advance(1)
      device.turn()
      #expect(device.log.take() == ["did end"] && root.presentedViewController == nil)
    }
  }

  @Test(.rule("E-1071")) func `a file that another writer changed is read again`() async throws {
    let url = try place()
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    try Data("one".utf8).write(to: url)
    let note = Note(fileURL: url)
    #expect(await wait { note.open(completionHandler: $0) })
    note.text = "two"
    note.updateChangeCount(.done)
    #expect(await wait { note.autosave(completionHandler: $0) })
    // Its own writing is no change.
    note.presentedItemDidChange()
    #expect(note.log.take() == ["load public.plain-text", "contents public.plain-text"])
    func write(_ text: String, _ date: Double) throws {
      try Data(text.utf8).write(to: url)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceReferenceDate: date)], ofItemAtPath: url.path)
    }
    try write("three", 100)
    // Unsaved changes stay.
    note.updateChangeCount(.done)
    note.presentedItemDidChange()
    note.updateChangeCount(.undone)
    note.presentedItemDidChange()
    // The completion of another reading comes after this one.
    for _ in 0..<20 where note.text != "three" || note.documentState != .normal {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { DispatchQueue.main.async { continuation.resume() } }
      }
    }
    #expect(note.log.take() == ["load public.plain-text"] && note.text == "three")
    #expect(note.fileModificationDate == Date(timeIntervalSinceReferenceDate: 100))
    #expect(await wait { note.close(completionHandler: $0) })
  }

  // MARK: Force

  private final class Forceful: NSObject, UIPreviewInteractionDelegate {
    let log: Log
    init(_ log: Log) {
      self.log = log
      super.init()
    }
    func previewInteraction(
      _ previewInteraction: UIPreviewInteraction, didUpdatePreviewTransition transitionProgress: CGFloat,
      ended: Bool
    ) { log("preview \((transitionProgress * 100).rounded()) \(ended)") }
    func previewInteraction(
      _ previewInteraction: UIPreviewInteraction, didUpdateCommitTransition transitionProgress: CGFloat,
      ended: Bool
    ) { log("commit \((transitionProgress * 100).rounded()) \(ended)") }
    func previewInteractionDidCancel(_ previewInteraction: UIPreviewInteraction) { log("cancelled") }
    nonisolated override class var _carobMethods: [_CarobMethod] {
      has(
        "previewInteraction:didUpdatePreviewTransition:ended:",
        "previewInteraction:didUpdateCommitTransition:ended:", "previewInteractionDidCancel:")
    }
  }

  @Test(.rule("E-1002")) func `a preview and its commit follow the force of a touch`() {
    withDevice { device in
      let view = UIView(frame: CGRect(x: 0, y: 100, width: 200, height: 200))
      device.showEmpty().addSubview(view)
      let interaction = UIPreviewInteraction(view: view)
      let delegate = Forceful(device.log)
      interaction.delegate = delegate
      device.turn()
      device.tap(50, 150)
      #expect(device.log.take() == [])
      device.press(50, 150, forces: [1, 6.5 / 3, 10 / 3, 5, 20 / 3])
      #expect(
        device.log.take() == [
          "preview 50.0 false", "preview 100.0 true", "commit 50.0 false", "commit 100.0 true",
        ])
      device.advance(1)
      device.press(50, 150, forces: [1, 6.5 / 3])
      #expect(device.log.take() == ["preview 50.0 false", "cancelled"])
    }
  }

  private final class Pointing: NSObject, UIPointerInteractionDelegate {
    let log: Log
    init(_ log: Log) {
      self.log = log
      super.init()
    }
    func pointerInteraction(
      _ interaction: UIPointerInteraction, regionFor request: UIPointerRegionRequest,
      defaultRegion: UIPointerRegion
    ) -> UIPointerRegion? {
      request.location.x < 50 ? UIPointerRegion(rect: CGRect(x: 0, y: 0, width: 50, height: 50)) : nil
    }
    func pointerInteraction(
      _ interaction: UIPointerInteraction, styleFor region: UIPointerRegion
    ) -> UIPointerStyle? {
      log("style \(region.rect.width)")
      return nil
    }
    func pointerInteraction(
      _ interaction: UIPointerInteraction, willEnter region: UIPointerRegion,
      animator: any UIPointerInteractionAnimating
    ) { log("enter") }
    func pointerInteraction(
      _ interaction: UIPointerInteraction, willExit region: UIPointerRegion,
      animator: any UIPointerInteractionAnimating
    ) { log("exit") }
    nonisolated override class var _carobMethods: [_CarobMethod] {
      has(
        "pointerInteraction:regionForRequest:defaultRegion:", "pointerInteraction:styleForRegion:",
        "pointerInteraction:willEnterRegion:animator:", "pointerInteraction:willExitRegion:animator:")
    }
  }

  @Test(.rule("E-1003")) func `the pointer enters a region once and leaves it`() {
    withDevice { device in
      let view = UIView(frame: CGRect(x: 0, y: 100, width: 200, height: 200))
      let delegate = Pointing(device.log)
      view.addInteraction(UIPointerInteraction(delegate: delegate))
      device.showEmpty().addSubview(view)
      device.turn()
      for x in [10.0, 20, 100, 30] { device.touch(.hovering, [9: CGPoint(x: x, y: 150)]) }
      device.touch(.hovering, [9: CGPoint(x: 30, y: 700)])
      #expect(
        device.log.take() == ["style 50.0", "enter", "exit", "style 50.0", "enter", "exit"])
    }
  }
}

extension TestDevice {
  /// A touch at a point with these forces, one after the other.
  fileprivate func press(_ x: CGFloat, _ y: CGFloat, forces: [Double]) {
    for (index, force) in forces.enumerated() {
      UIApplication.shared.touchDispatcher.handle(
        TouchEvent(
          time: now,
          fingers: [
            TouchEvent.Finger(id: 5, phase: index == 0 ? .began : .moved, x: x, y: y, force: force)
          ]))
      turn()
      advance(0.05)
    }
    touch(.ended, [5: CGPoint(x: x, y: y)])
  }
}
