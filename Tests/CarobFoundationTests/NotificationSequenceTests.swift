import CarobFoundation
import Testing

@Suite struct NotificationSequenceTests {
  @Test func `notifications arrive in order, including those posted in the meantime`() async {
    let center = NotificationCenter()
    let name = Notification.Name("sequence")
    let iterator = center.notifications(named: name).makeAsyncIterator()
    for number in 0..<3 { center.post(name: name, object: nil, userInfo: ["number": number]) }
    var numbers: [Int] = []
    for _ in 0..<3 { numbers.append(await iterator.next()?.userInfo?["number"] as? Int ?? -1) }
    #expect(numbers == [0, 1, 2])
  }

  @Test func `the observation ends with the iteration`() async {
    let center = NotificationCenter()
    let name = Notification.Name("sequence")
    do {
      let iterator = center.notifications(named: name).makeAsyncIterator()
      center.post(name: name, object: nil)
      _ = await iterator.next()
      #expect(center.registrations.count == 1)
    }
    #expect(center.registrations.count == 0)
  }

  @Test func `cancelling the task ends the sequence`() async {
    let center = NotificationCenter()
    let task = Task {
      var count = 0
      for await _ in center.notifications(named: .init("sequence")) { count += 1 }
      return count
    }
    while center.registrations.isEmpty { await Task.yield() }
    center.post(name: .init("sequence"), object: nil)
    task.cancel()
    #expect(await task.value <= 1)
    #expect(center.registrations.count == 0)
  }
}
