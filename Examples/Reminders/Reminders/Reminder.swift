import Foundation

struct Reminder {
    var title: String
    var date: Date
    var isDone = false
}
