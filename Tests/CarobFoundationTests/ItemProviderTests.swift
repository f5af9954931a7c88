import CarobFoundation
import TestSupport
import Testing

@Suite struct ItemProviderTests {
  @Test func `an object is provided in its types, and conforming types are found`() async throws {
    let provider = NSItemProvider(object: "Ada" as NSString)
    #expect(provider.registeredTypeIdentifiers == ["public.utf8-plain-text"])
    #expect(provider.hasItemConformingToTypeIdentifier("public.text"))
    #expect(!provider.hasItemConformingToTypeIdentifier("public.image"))
    #expect(provider.canLoadObject(ofClass: String.self) && !provider.canLoadObject(ofClass: NSURL.self))
    let text = await withCheckedContinuation { continuation in
      provider.loadObject(ofClass: String.self) { text, _ in continuation.resume(returning: text) }
    }
    #expect(text == "Ada")
    let item = try await provider.loadItem(forTypeIdentifier: "public.plain-text")
    #expect(item as? NSString == "Ada")
  }

  @Test func `representations are created on request and report progress`() async {
    let provider = NSItemProvider()
    let asked = Log()
    provider.registerDataRepresentation(forTypeIdentifier: "public.png", visibility: .all) { done in
      asked("png")
      done(Data([1, 2]), nil)
      return nil
    }
    provider.registerFileRepresentation(forTypeIdentifier: "com.adobe.pdf", visibility: .all) { done in
      asked("pdf")
      done(nil, false, nil)
      return nil
    }
    #expect(asked.take() == [])
    let image = await load(provider, "public.image")
    #expect(image.data == Data([1, 2]) && image.progress.isFinished)
    let missing = await load(provider, "com.adobe.pdf")
    #expect(missing.data == nil && missing.error as? NSItemProvider.ErrorCode == .itemUnavailableError)
    let unknown = await load(provider, "public.movie")
    #expect(unknown.error as? NSItemProvider.ErrorCode == .itemUnavailableError)
    #expect(asked.take() == ["png", "pdf"])
  }

  @Test func `a file is provided as a temporary copy until the handler returns`() async throws {
    let provider = NSItemProvider()
    provider.suggestedName = "notes"
    provider.registerDataRepresentation(forTypeIdentifier: "public.json", visibility: .all) { done in
      done(Data("{}".utf8), nil)
      return nil
    }
    let (name, text, url) = await withCheckedContinuation { continuation in
      provider.loadFileRepresentation(forTypeIdentifier: "public.json") { url, _ in
        let text = url.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
        continuation.resume(returning: (url?.lastPathComponent, text, url))
      }
    }
    // The handlers are serial: when the next one is called, this one has returned.
    _ = await load(provider, "public.json")
    #expect(name == "notes.json" && text == "{}")
    #expect(!FileManager.default.fileExists(atPath: url?.path ?? "/"))
  }

  private func load(
    _ provider: NSItemProvider, _ type: String
  ) async -> (data: Data?, error: (any Error)?, progress: Progress) {
    let progress = Box<Progress?>(nil)
    let (data, error) = await withCheckedContinuation { continuation in
      progress.value = provider.loadDataRepresentation(forTypeIdentifier: type) {
        continuation.resume(returning: ($0, $1))
      }
    }
    return (data, error, progress.value ?? Progress(totalUnitCount: 0))
  }
}

@Suite struct PointerArrayTests {
  @Test func `a weak array has nil slots for deallocated objects until it is compacted`() {
    let array = NSPointerArray.weakObjects()
    let kept = Person()
    func pointer(_ object: AnyObject) -> UnsafeMutableRawPointer {
      Unmanaged.passUnretained(object).toOpaque()
    }
    autoreleasepool {
      let gone = Person()
      array.addPointer(pointer(gone))
      array.addPointer(pointer(kept))
      array.insertPointer(nil, at: 0)
      #expect(array.count == 3 && array.pointer(at: 1) == pointer(gone) && array.allObjects.count == 2)
    }
    #expect(array.count == 3 && array.pointer(at: 1) == nil && array.pointer(at: 2) == pointer(kept))
    array.compact()
    #expect(array.count == 1 && array.allObjects.first as AnyObject === kept)
    array.count = 2
    array.replacePointer(at: 1, withPointer: pointer(kept))
    array.removePointer(at: 0)
    #expect(array.count == 1 && array.allObjects.count == 1)
  }

  @Test func `a strong array retains its objects`() {
    let array = NSPointerArray.strongObjects()
    weak var weakPerson: Person?
    do {
      let person = Person()
      weakPerson = person
      array.addPointer(Unmanaged.passUnretained(person).toOpaque())
    }
    #expect(weakPerson != nil)
  }

  @Test func `an index beyond the end ends the app`() async {
    await #expect(processExitsWith: .failure) { _ = NSPointerArray.weakObjects().pointer(at: 0) }
  }
}
