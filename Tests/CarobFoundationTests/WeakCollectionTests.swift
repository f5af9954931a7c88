import CarobFoundation
import Testing

@Suite struct WeakCollectionTests {
  @Test func `a weak hash table drops deallocated elements`() {
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

  @Test func `a hash table can hold delegates of a protocol type`() {
    let table = NSHashTable<any NSObjectProtocol>.weakObjects()
    let delegate = Target()
    table.add(delegate)
    #expect(table.allObjects.count == 1 && table.contains(delegate))
  }

  @Test func `map tables drop entries whose weak key or value was deallocated`() {
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

  @Test func `collections of AnyObject contain no null for deallocated objects`() {
    let hash = NSHashTable<AnyObject>.weakObjects()
    let map = NSMapTable<AnyObject, AnyObject>.strongToWeakObjects()
    let keys = NSMapTable<AnyObject, AnyObject>.weakToStrongObjects()
    let pointers = NSPointerArray.weakObjects()
    let key = Target()
    do {
      let target = Target()
      hash.add(target)
      map.setObject(target, forKey: key)
      keys.setObject(key, forKey: target)
      pointers.addPointer(Unmanaged.passUnretained(target).toOpaque())
      #expect(hash.count == 1 && map.count == 1 && keys.count == 1 && pointers.allObjects.count == 1)
    }
    #expect(hash.allObjects.isEmpty && hash.count == 0 && hash.anyObject == nil)
    #expect(hash.objectEnumerator().allObjects.isEmpty && hash.setRepresentation.isEmpty)
    #expect(map.object(forKey: key) == nil && map.count == 0 && map.dictionaryRepresentation().isEmpty)
    #expect(keys.count == 0 && keys.keyEnumerator().allObjects.isEmpty)
    #expect(pointers.allObjects.isEmpty && pointers.pointer(at: 0) == nil && pointers.count == 1)
  }

  @Test func `hash tables support comparison, union, intersection and difference`() {
    func table(_ texts: NSString...) -> NSHashTable<NSString> {
      let table = NSHashTable<NSString>(options: [])
      texts.forEach { table.add($0) }
      return table
    }
    let ab = table("a", "b")
    #expect(ab.isEqual(to: table("b", "a")) && !ab.isEqual(to: table("a")) && ab.isEqual(table("a", "b")))
    #expect(table("a").isSubset(of: ab) && !table("a", "c").isSubset(of: ab) && table().isSubset(of: ab))
    #expect(ab.intersects(table("b", "c")) && !ab.intersects(table("x")))
    let copy = ab.copy() as? NSHashTable<NSString>
    ab.union(table("b", "c"))
    #expect(ab.allObjects == ["a", "b", "c"] && copy?.allObjects == ["a", "b"])
    ab.intersect(table("c", "b", "x"))
    #expect(ab.allObjects == ["b", "c"])
    ab.minus(table("b", "y"))
    #expect(ab.setRepresentation == ["c" as NSString] && ab.member("c") == "c" && ab.member("z") == nil)
    ab.add(nil)
    ab.remove(nil)
    ab.remove("z")
    #expect(ab.count == 1 && ab.anyObject == "c" && table().anyObject == nil)
    ab.removeAllObjects()
    #expect(ab.count == 0 && !ab.contains("c"))
  }

  @Test func `enumerating a weak table returns the remaining elements`() {
    let table = NSHashTable<Target>.weakObjects()
    func seen() -> [Int] {
      var result: [Int] = []
      let enumerator = table.objectEnumerator()
      while let next = enumerator.nextObject() { result.append((next as? Target)?.ticks ?? -1) }
      return result
    }
    var targets = (0..<3).map { number in
      let target = Target()
      target.ticks = number
      return target
    }
    targets.forEach { table.add($0) }
    #expect(seen() == [0, 1, 2])
    targets.remove(at: 1)
    #expect(seen() == [0, 2] && table.allObjects.count == 2)
    targets = []
    #expect(seen() == [] && table.count == 0)
  }

  @Test func `a map table replaces, removes and lists entries, and releases replaced values`() {
    let map = NSMapTable<NSString, Target>.strongToStrongObjects()
    weak var old: Target?
    do {
      let target = Target()
      old = target
      map.setObject(target, forKey: "a")
    }
    #expect(old != nil && map.object(forKey: "a") === old)
    let (one, two) = (Target(), Target())
    map.setObject(one, forKey: "a")
    map.setObject(two, forKey: "b")
    map.setObject(nil, forKey: "c")
    map.setObject(two, forKey: nil)
    #expect(old == nil && map.count == 2 && map.object(forKey: "c") == nil)
    #expect(map.keyEnumerator().allObjects as? [String] == ["a", "b"])
    #expect(map.objectEnumerator()?.allObjects.count == 2)
    #expect(map.dictionaryRepresentation()["b" as NSString] === two)
    map.removeObject(forKey: "a")
    map.removeObject(forKey: "absent")
    #expect(map.count == 1 && map.object(forKey: "a") == nil)
    map.removeAllObjects()
    #expect(map.count == 0)
  }

  @Test func `a replaced and deallocated weak value leaves no entry`() {
    let map = NSMapTable<NSString, Target>.strongToWeakObjects()
    var targets = [Target(), Target()]
    map.setObject(targets[0], forKey: "test")
    #expect(map.object(forKey: "test") === targets[0])
    map.setObject(targets[1], forKey: "test")
    targets.removeFirst()
    #expect(map.object(forKey: "test") === targets[0] && map.count == 1)
    targets = []
    #expect(map.object(forKey: "test") == nil && map.count == 0)
  }

  @Test func `a pointer array keeps order, duplicates and nil slots`() {
    let array = NSPointerArray.strongObjects()
    let people = (0..<3).map { _ in Person() }
    func pointer(_ index: Int?) -> UnsafeMutableRawPointer? {
      index.map { Unmanaged.passUnretained(people[$0]).toOpaque() }
    }
    func shown() -> [Int?] {
      (0..<array.count).map { index in people.indices.first { pointer($0) == array.pointer(at: index) } }
    }
    for index in [0, nil, 0, 1] { array.addPointer(pointer(index)) }
    array.insertPointer(pointer(2), at: 1)
    array.insertPointer(pointer(2), at: 5)
    #expect(shown() == [0, 2, nil, 0, 1, 2])
    array.removePointer(at: 3)
    array.replacePointer(at: 0, withPointer: pointer(1))
    array.replacePointer(at: 1, withPointer: nil)
    #expect(shown() == [1, nil, nil, 1, 2])
    array.count = 7
    #expect(shown() == [1, nil, nil, 1, 2, nil, nil])
    array.compact()
    #expect(shown() == [1, 1, 2])
    array.compact()
    array.count = 1
    #expect(shown() == [1] && (array.copy() as? NSPointerArray)?.count == 1)
  }
}
