import Foundation

/// Pretends to load photos; one takes longer than the other.
enum PhotoLoader {

    static func load(_ photo: Photo, completion: @escaping (Photo) -> Void) {
        let seconds = 0.1 * Double(photo.title.count)
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + seconds) {
            completion(photo)
        }
    }

}
