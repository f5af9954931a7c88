import CarobFoundation
import Testing

@Suite struct SortDescriptorKeyPathTests {
  private final class Album: NSObject {
    let title: String?
    init(_ title: String?) { self.title = title }
    override class var _carobKVC: [_CarobProperty] { [.init(readOnly: "title", \Album.title)] }
  }
  private struct Song {
    let length: Int?
  }

  @Test func `a descriptor made from a named key path has a key and sorts by it`() {
    let albums = [Album("b"), Album(nil), Album("a")]
    let descriptor = NSSortDescriptor(keyPath: _kp(\Album.title, "title"), ascending: true)
    #expect(descriptor.key == "title")
    let sorted = (albums as NSArray).sortedArray(using: [descriptor]) as? [Album]
    #expect(sorted?.map(\.title) == [nil, "a", "b"])
    let path = \Album.title
    #expect(NSSortDescriptor(keyPath: path, ascending: false).key == "title")
  }

  @Test func `values that are not objects are sorted by the key path itself`() {
    let descriptor = NSSortDescriptor(keyPath: _kp(\Song.length, "length"), ascending: false)
    #expect(descriptor.compare(Song(length: 1), to: Song(length: 2)) == .orderedDescending)
    #expect(descriptor.compare(Song(length: nil), to: Song(length: 2)) == .orderedDescending)
  }
}
