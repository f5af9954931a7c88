import Foundation

/// Plays a sound when a ring is closed.
protocol Sound {
    func play()
}

/// Simulates a loudspeaker.
struct PrintedSound: Sound {

    let name: String

    func play() {
        print("plays", name)
    }

}
