import CarobFoundation
import Testing

@Suite struct WeakCollectionTests {
  @Test func `a weak hash table forgets what has gone`() {
    let table = NSHashTable<Target>.weakObjects()
    let kept = Target()
    do {
      let gone = Target()
      table.add(gone)
      table.add(kept)
      table.add(kept)
      #expect(table.allObjects.map { $0 === kept } == [false, true])
    }
    #expect(table.count == 1 && table.contains(kept) && table.anyObject === kept)
    for _ in 0..<100 { table.add(Target()) }
    #expect(table.count == 1)
    table.remove(kept)
    #expect(table.allObjects.isEmpty)
  }

  @Test func `a strong hash table compares by equality`() {
    let table = NSHashTable<NSString>(options: [])
    table.add("a")
    table.add(NSString(string: "a"))
    #expect(table.count == 1 && table.contains("a"))
  }

  @Test func `a hash table of delegates of a protocol's type`() {
    let table = NSHashTable<any NSObjectProtocol>.weakObjects()
    let delegate = Target()
    table.add(delegate)
    #expect(table.allObjects.count == 1 && table.contains(delegate))
  }

  @Test func `map tables forget entries of which the weak part has gone`() {
    let weakKeys = NSMapTable<Target, NSString>.weakToStrongObjects()
    let weakValues = NSMapTable<NSString, Target>.strongToWeakObjects()
    let kept = Target()
    do {
      let gone = Target()
      weakKeys.setObject("gone", forKey: gone)
      weakValues.setObject(gone, forKey: "gone")
      #expect(weakValues.object(forKey: "gone") === gone)
    }
    weakKeys.setObject("kept", forKey: kept)
    weakValues.setObject(kept, forKey: "kept")
    #expect(weakKeys.count == 1 && weakKeys.object(forKey: kept) == "kept")
    #expect(weakValues.object(forKey: "gone") == nil && weakValues.count == 1)
    weakValues.removeObject(forKey: "kept")
    #expect(weakValues.count == 0)
  }
}
