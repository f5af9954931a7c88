import Foundation

class Observed: NSObject {

    @objc dynamic var value = false

    deinit {
        print("the observed is gone")
    }

}

class Observer {

    private var observations = Set<NSKeyValueObservation>()

    func observe(_ object: Observed) {
        let observation = object.observe(\.value, options: [.old, .new]) { _, change in
            print("old", change.oldValue!, "new", change.newValue!)
        }
        observations.insert(observation)
    }

    deinit {
        print("the observer is gone")
    }

}
