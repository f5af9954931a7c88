import CarobFoundation
import Testing

/// What has no cloud and no store behind it here.
@Suite struct CloudAndBundleTests {
  @Test(.rule("E-1102")) func `on-demand resources are there at once`() async throws {
    let request = NSBundleResourceRequest(tags: ["level 2"])
    #expect(request.bundle == .main && request.tags == ["level 2"] && request.loadingPriority == 0.5)
    request.loadingPriority = NSBundleResourceRequest.loadingPriorityUrgent
    #expect(request.loadingPriority == .greatestFiniteMagnitude && request.progress.fractionCompleted == 0)
    try await request.beginAccessingResources()
    #expect(request.progress.isFinished)
    request.endAccessingResources()
    #expect(await request.conditionallyBeginAccessingResources())
    let other = NSBundleResourceRequest(tags: [], bundle: .main)
    let (error, isMain) = await withCheckedContinuation { done in
      other.beginAccessingResources { done.resume(returning: ($0 == nil, Thread.isMainThread)) }
    }
    #expect(error && !isMain)
    other.endAccessingResources()
    #expect(
      await withCheckedContinuation { done in
        other.conditionallyBeginAccessingResources { done.resume(returning: $0) }
      })
  }

  @Test(.rule("E-1102")) func `asking twice for access is an exception`() async {
    await #expect(processExitsWith: .failure) {
      let request = NSBundleResourceRequest(tags: ["a"])
      try await request.beginAccessingResources()
      try await request.beginAccessingResources()
    }
  }

  @Test(.rule("E-1103")) func `a scanner without argument has no text`() {
    let scanner = Scanner()
    #expect(scanner.string.isEmpty && scanner.isAtEnd && scanner.scanInt() == nil)
  }

  @Test(.rule("E-1104")) func `a query of cloud documents does not begin and finds nothing`() {
    let query = NSMetadataQuery()
    query.predicate = NSPredicate(format: "%K LIKE '*'", NSMetadataItemFSNameKey)
    query.searchScopes = [NSMetadataQueryUbiquitousDocumentsScope]
    #expect(!query.start() && !query.isStarted && query.resultCount == 0 && query.results.isEmpty)
  }
}
