/// The data that both apps show.
enum Bird {
    static let names = [
        "Avocet", "Bittern", "Curlew", "Dunlin", "Egret", "Fulmar", "Goldfinch", "Heron", "Jackdaw",
        "Kingfisher", "Lapwing", "Merlin", "Nightjar", "Osprey", "Plover", "Quail", "Redshank", "Starling",
        "Teal", "Wren",
    ]
}
