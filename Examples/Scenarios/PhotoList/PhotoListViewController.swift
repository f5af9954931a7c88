import UIKit

/// Typical uses of Grand Central Dispatch in an app that shows photos.
class PhotoListViewController: UIViewController {

    @IBOutlet weak var statusLabel: UILabel!

    private let store = PhotoStore()
    private var signalSource: DispatchSourceSignal?

    override func viewDidLoad() {
        super.viewDidLoad()
        watchSignal()
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        // A hint for users who have not found the buttons.
        DispatchQueue.main.asyncAfter(deadline: .now() + 1) { [weak self] in
            guard let self = self, self.store.photos.isEmpty else { return }
            self.show("Add some photos")
        }
    }

    private func show(_ status: String) {
        print("status:", status)
        statusLabel.text = status
    }

    // MARK: Background, then main

    @IBAction func filter(_ sender: UIButton) {
        DispatchQueue.global(qos: .userInitiated).async {
            print("filtering, main thread:", Thread.isMainThread)
            Thread.sleep(forTimeInterval: 0.5)
            DispatchQueue.main.async { [weak self] in
                print("showing, main thread:", Thread.isMainThread)
                self?.show("Filtered")
            }
        }
    }

    // MARK: Groups

    @IBAction func wait(_ sender: UIButton) {
        let store = self.store
        DispatchQueue.global(qos: .userInitiated).async {
            let group = DispatchGroup()
            for photo in Photo.samples {
                group.enter()
                PhotoLoader.load(photo) { photo in
                    store.add(photo)
                    group.leave()
                }
            }
            group.wait()
            let count = store.photos.count
            DispatchQueue.main.async {
                self.show("Waited for \(count) photos")
            }
        }
    }

    @IBAction func notify(_ sender: UIButton) {
        let group = DispatchGroup()
        for photo in Photo.samples.prefix(2) {
            group.enter()
            PhotoLoader.load(photo) { photo in
                print("loaded", photo.title)
                group.leave()
            }
        }
        group.notify(queue: .main) { [weak self] in
            self?.show("Notified")
        }
    }

    // MARK: Many at once

    @IBAction func perform(_ sender: UIButton) {
        let lock = NSLock()
        var sum = 0
        DispatchQueue.concurrentPerform(iterations: Photo.samples.count) { index in
            Thread.sleep(forTimeInterval: 0.1)
            lock.lock()
            sum += Photo.samples[index].title.count
            lock.unlock()
        }
        show("Performed \(sum)")
    }

    @IBAction func cancel(_ sender: UIButton) {
        let group = DispatchGroup()
        let queue = DispatchQueue(label: "org.example.PhotoList.items", qos: .utility)
        var items: [DispatchWorkItem] = []
        for photo in Photo.samples + Photo.samples {
            group.enter()
            let item = DispatchWorkItem {
                Thread.sleep(forTimeInterval: 0.2)
                print("item", photo.title)
                group.leave()
            }
            items.append(item)
            queue.async(execute: item)
        }
        // The first four have started or are too close to it; of the others all but one are cancelled.
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) {
            for item in items[4...] where item !== items[5] {
                item.cancel()
                group.leave()
            }
        }
        group.notify(queue: .main) { [weak self] in
            self?.show("\(items.filter { $0.isCancelled }.count) cancelled")
        }
    }

    // MARK: Semaphores and signals

    @IBAction func timeOut(_ sender: UIButton) {
        DispatchQueue.global().async { [self] in
            let semaphore = DispatchSemaphore(value: 0)
            PhotoLoader.load(Photo.samples[2]) { _ in
                semaphore.signal()
            }
            if semaphore.wait(timeout: .now() + 0.5) == .timedOut {
                print("timed out")
            }
            semaphore.wait()
            DispatchQueue.main.async {
                self.show("Signalled")
            }
        }
    }

    private func watchSignal() {
        signal(SIGUSR1, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .main)
        source.setEventHandler { [weak self] in
            self?.show("Signal")
        }
        source.resume()
        signalSource = source
    }

    @IBAction func raiseSignal(_ sender: UIButton) {
        kill(getpid(), SIGUSR1)
    }

}
