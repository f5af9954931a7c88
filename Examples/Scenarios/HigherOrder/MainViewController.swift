import UIKit

/// Higher-order functions applied to the photos of another app.
class MainViewController: UIViewController {

    @IBAction func go(_ sender: UIButton) {
        let photos = Photo.samples
        print("map:", photos.map(\.title))
        print("filter:", photos.filter { $0.year == 2021 }.map(\.title))
        print("reduce:", photos.reduce(0) { $0 + $1.tags.count })
        print("flatMap:", photos.flatMap(\.tags))
        print("compactMap:", photos.compactMap(\.tags.first))
        print("sorted:", photos.sorted { ($0.year, $0.title) < ($1.year, $1.title) }.map(\.title))
        print("contains:", photos.contains { $0.tags.contains("ice") })
        let byYear = Dictionary(grouping: photos, by: \.year)
        print("grouping:", byYear.keys.sorted().map { "\($0): \(byYear[$0]!.count)" })
        let long = { (length: Int) in { (photo: Photo) in photo.title.count > length } }
        print("curried:", photos.filter(long(6)).map(\.title))
        photos.enumerated().forEach { print("forEach:", $0.offset + 1, $0.element.title) }
    }

}
