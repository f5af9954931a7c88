import TestSupport
import Testing

@testable import UIKit

/// A minimal scroll view: implements only what the layout engine uses.
private final class Scroller: UIView {
  var content = CGSize.zero
  var offset: CGPoint {
    get { bounds.origin }
    set { bounds.origin = newValue }
  }
  override var layoutContentOffset: CGPoint? { bounds.origin }
  override func layoutContentSizeChanged(_ size: CGSize) { content = size }
  var contentGuide: UILayoutGuide { layoutGuide(forNibKey: "contentLayoutGuide") }
  var frameGuide: UILayoutGuide { layoutGuide(forNibKey: "frameLayoutGuide") }
}

@MainActor @Suite struct ScrollContentTests {
  private let root = makeRoot()
  private let scroller = Scroller(frame: rect(10, 20, 200, 300))
  private let box = Box(50, 40)

  init() {
    root.addSubview(scroller)
    scroller.addSubview(box)
  }

  @Test func `for views inside a scroll view, its edges are those of the content`() {
    NSLayoutConstraint.activate([
      box.leadingAnchor.constraint(equalTo: scroller.leadingAnchor, constant: 5),
      box.topAnchor.constraint(equalTo: scroller.topAnchor, constant: 6),
      scroller.trailingAnchor.constraint(equalTo: box.trailingAnchor, constant: 7),
      scroller.bottomAnchor.constraint(equalTo: box.bottomAnchor, constant: 8),
      box.heightAnchor.constraint(equalToConstant: 1000),
      box.widthAnchor.constraint(equalTo: scroller.widthAnchor),
    ])
    root.layoutIfNeeded()
    #expect(box.frame == rect(5, 6, 200, 1000))
    #expect(scroller.content == CGSize(width: 212, height: 1014))
    #expect(scroller.frame == rect(10, 20, 200, 300))
  }

  @Test(.rule("E-560"))
  func `a scroll view's center is the center of its frame, measured from the content's origin`() {
    NSLayoutConstraint.activate([
      box.leadingAnchor.constraint(equalTo: scroller.leadingAnchor),
      box.topAnchor.constraint(equalTo: scroller.topAnchor),
      box.bottomAnchor.constraint(equalTo: scroller.bottomAnchor),
      box.centerXAnchor.constraint(equalTo: scroller.centerXAnchor),
      box.centerYAnchor.constraint(equalTo: scroller.centerYAnchor),
    ])
    root.layoutIfNeeded()
    #expect(box.frame == rect(0, 0, 200, 300) && scroller.content.height == 300)
    scroller.offset.y = 40
    root.layoutIfNeeded()
    #expect(box.frame == rect(0, 0, 200, 300))
  }

  @Test(.rule("E-605"))
  func `a scroll view's layout guides are its content and its frame`() {
    let scroll = UIScrollView(frame: rect(0, 0, 200, 300))
    let column = Box(50, 1000)
    root.addSubview(scroll)
    scroll.addSubview(column)
    NSLayoutConstraint.activate([
      column.leadingAnchor.constraint(equalTo: scroll.contentLayoutGuide.leadingAnchor, constant: 16),
      column.trailingAnchor.constraint(equalTo: scroll.contentLayoutGuide.trailingAnchor, constant: -16),
      column.topAnchor.constraint(equalTo: scroll.contentLayoutGuide.topAnchor),
      column.bottomAnchor.constraint(equalTo: scroll.contentLayoutGuide.bottomAnchor),
      column.widthAnchor.constraint(equalTo: scroll.frameLayoutGuide.widthAnchor, constant: -32),
    ])
    root.layoutIfNeeded()
    #expect(column.frame == rect(16, 0, 168, 1000))
    #expect(scroll.contentSize == CGSize(width: 200, height: 1000))
    #expect(scroll.contentLayoutGuide === scroll.contentLayoutGuide)
    #expect(scroll.contentLayoutGuide.identifier == "UIScrollView-contentLayoutGuide")
  }

  @Test func `constraints to the content guide size the content`() {
    let guide = scroller.contentGuide
    NSLayoutConstraint.activate([
      box.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      box.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      box.topAnchor.constraint(equalTo: guide.topAnchor),
      box.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
      guide.widthAnchor.constraint(equalTo: scroller.frameGuide.widthAnchor),
    ])
    root.layoutIfNeeded()
    #expect(box.frame == rect(0, 0, 200, 40))
    #expect(scroller.content == CGSize(width: 200, height: 40))
  }

  @Test func `scrolling does not change the frames of the content's views`() {
    NSLayoutConstraint.activate([
      box.leadingAnchor.constraint(equalTo: scroller.leadingAnchor, constant: 5),
      box.topAnchor.constraint(equalTo: scroller.topAnchor, constant: 6),
    ])
    root.layoutIfNeeded()
    scroller.offset = CGPoint(x: 0, y: 120)
    scroller.setNeedsLayout()
    root.layoutIfNeeded()
    #expect(box.frame == rect(5, 6, 50, 40))
  }

  @Test func `a view that is pinned to the frame guide does not scroll`() {
    NSLayoutConstraint.activate([
      box.leadingAnchor.constraint(equalTo: scroller.frameGuide.leadingAnchor),
      box.topAnchor.constraint(equalTo: scroller.frameGuide.topAnchor, constant: 3),
    ])
    root.layoutIfNeeded()
    #expect(box.frame == rect(0, 3, 50, 40))
    scroller.offset = CGPoint(x: 0, y: 120)
    scroller.setNeedsLayout()
    root.layoutIfNeeded()
    #expect(box.frame == rect(0, 123, 50, 40))
  }

  @Test func `a view outside of the scroll view can be constrained to one inside`() {
    let follower = Box(10, 10)
    root.addSubview(follower)
    NSLayoutConstraint.activate([
      box.leadingAnchor.constraint(equalTo: scroller.leadingAnchor, constant: 5),
      box.topAnchor.constraint(equalTo: scroller.topAnchor, constant: 200),
      follower.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      follower.topAnchor.constraint(equalTo: box.bottomAnchor),
    ])
    root.layoutIfNeeded()
    #expect(follower.frame.minY == 260)
    scroller.offset = CGPoint(x: 0, y: 50)
    scroller.setNeedsLayout()
    root.layoutIfNeeded()
    #expect(follower.frame.minY == 210)
  }

  @Test func `constraints can size both a scroll view and its content`() {
    scroller.translatesAutoresizingMaskIntoConstraints = false
    NSLayoutConstraint.activate([
      scroller.leadingAnchor.constraint(equalTo: root.leadingAnchor),
      scroller.trailingAnchor.constraint(equalTo: root.trailingAnchor),
      scroller.topAnchor.constraint(equalTo: root.topAnchor),
      scroller.heightAnchor.constraint(equalToConstant: 100),
      box.leadingAnchor.constraint(equalTo: scroller.leadingAnchor),
      box.trailingAnchor.constraint(equalTo: scroller.trailingAnchor),
      box.topAnchor.constraint(equalTo: scroller.topAnchor),
      box.bottomAnchor.constraint(equalTo: scroller.bottomAnchor),
    ])
    root.layoutIfNeeded()
    #expect(scroller.frame == rect(0, 0, 300, 100))
    #expect(scroller.content == CGSize(width: 50, height: 40))
    #expect(box.frame == rect(0, 0, 50, 40))
  }
}
