import Foundation

/// Photos that many threads may read at once and one may change: reads share the queue, writes are barriers.
final class PhotoStore: @unchecked Sendable {

    private let queue = DispatchQueue(label: "org.example.PhotoList.store", attributes: .concurrent)
    private var unsafePhotos: [Photo] = []

    var photos: [Photo] {
        return queue.sync { unsafePhotos }
    }

    func add(_ photo: Photo) {
        queue.async(flags: .barrier) { [weak self] in
            guard let self = self else { return }
            self.unsafePhotos.append(photo)
            print("stored", photo.title)
        }
    }

}
