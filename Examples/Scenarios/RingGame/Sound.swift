import Foundation

/// What makes a noise when a ring closes.
protocol Sound {
    func play()
}

/// Stands in for a loudspeaker.
struct PrintedSound: Sound {

    let name: String

    func play() {
        print("plays", name)
    }

}
