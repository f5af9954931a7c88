import UIKit

/// Two pages from the storyboard, distinguished by their restoration identifiers.
class PagesViewController: UIPageViewController {

    private let identifiers = ["Harbor", "Dunes"]

    override func viewDidLoad() {
        super.viewDidLoad()
        dataSource = self
        delegate = self
        if let first = page(0) {
            setViewControllers([first], direction: .forward, animated: false)
        }
    }

    // Places the dots over the page instead of below it.
    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        for subview in view.subviews {
            if subview is UIScrollView {
                subview.frame = view.bounds
            } else if let dots = subview as? UIPageControl {
                dots.backgroundColor = .clear
                dots.pageIndicatorTintColor = .systemGray3
                dots.currentPageIndicatorTintColor = .label
                view.bringSubviewToFront(dots)
            }
        }
    }

    private func page(_ index: Int) -> UIViewController? {
        guard identifiers.indices.contains(index) else { return nil }
        return storyboard?.instantiateViewController(withIdentifier: identifiers[index])
    }

    private func index(of page: UIViewController) -> Int? {
        return page.restorationIdentifier.flatMap(identifiers.firstIndex(of:))
    }

}

extension PagesViewController: UIPageViewControllerDataSource, UIPageViewControllerDelegate {

    func pageViewController(
        _ pageViewController: UIPageViewController, viewControllerBefore viewController: UIViewController
    ) -> UIViewController? {
        return index(of: viewController).flatMap { page($0 - 1) }
    }

    func pageViewController(
        _ pageViewController: UIPageViewController, viewControllerAfter viewController: UIViewController
    ) -> UIViewController? {
        return index(of: viewController).flatMap { page($0 + 1) }
    }

    func presentationCount(for pageViewController: UIPageViewController) -> Int {
        return identifiers.count
    }

    func presentationIndex(for pageViewController: UIPageViewController) -> Int {
        return viewControllers?.first.flatMap(index(of:)) ?? 0
    }

    func pageViewController(
        _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
        previousViewControllers: [UIViewController], transitionCompleted completed: Bool
    ) {
        print(completed ? "turned to \(viewControllers?.first?.restorationIdentifier ?? "")" : "turned back")
    }

}
