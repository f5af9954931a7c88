import Foundation

struct Photo: Equatable {

    let title: String
    let year: Int
    let tags: [String]

    static let samples = [
        Photo(title: "Harbor", year: 2021, tags: ["sea", "boat"]),
        Photo(title: "Dunes", year: 2019, tags: ["sea", "sand"]),
        Photo(title: "Glacier", year: 2023, tags: ["ice"]),
        Photo(title: "Market", year: 2021, tags: []),
    ]

}
