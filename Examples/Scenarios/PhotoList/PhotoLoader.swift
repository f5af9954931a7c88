import Foundation

/// Simulates loading photos; some take longer than others.
enum PhotoLoader {

    static func load(_ photo: Photo, completion: @escaping (Photo) -> Void) {
        let seconds = 0.1 * Double(photo.title.count)
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + seconds) {
            completion(photo)
        }
    }

}
