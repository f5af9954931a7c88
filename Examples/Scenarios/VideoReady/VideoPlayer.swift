import Foundation

/// A stand-in for a player that shows video: it has a first picture only some time after it was told to load.
class VideoPlayer: NSObject {

    @objc dynamic private(set) var readyForDisplay = false

    func load() {
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.75) {
            self.readyForDisplay = true
        }
        // A rebuffering, which nobody is interested in any more.
        DispatchQueue.main.asyncAfter(deadline: .now() + 2) {
            self.readyForDisplay = false
            self.readyForDisplay = true
        }
    }

}
