import UIKit

class GridViewController: UICollectionViewController {

    var sections = [("Warm", NamedColor.warm), ("Cool", NamedColor.cool)]

    override func viewDidLoad() {
        super.viewDidLoad()
        navigationItem.rightBarButtonItem = UIBarButtonItem(
            title: "Add", style: .plain, target: self, action: #selector(addColor))
    }

    @objc func addColor() {
        collectionView.performBatchUpdates {
            self.sections[1].1.insert(NamedColor(name: "Teal", color: .systemTeal), at: 0)
            self.collectionView.insertItems(at: [IndexPath(item: 0, section: 1)])
        } completion: { _ in
            print("added")
        }
    }

    override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
        guard let cell = sender as? ColorCell, let indexPath = collectionView.indexPath(for: cell) else { return }
        let detail = segue.destination as! DetailViewController
        detail.color = sections[indexPath.section].1[indexPath.item]
    }

    override func numberOfSections(in collectionView: UICollectionView) -> Int {
        sections.count
    }

    override func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        sections[section].1.count
    }

    override func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "Color", for: indexPath) as! ColorCell
        let color = sections[indexPath.section].1[indexPath.item]
        cell.nameLabel.text = color.name
        cell.contentView.backgroundColor = color.color
        cell.contentView.layer.cornerRadius = 12
        return cell
    }

    override func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
        let header =
            collectionView.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "Header", for: indexPath)
            as! SectionHeader
        header.titleLabel.text = sections[indexPath.section].0
        return header
    }

    override func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
        print("selected", sections[indexPath.section].1[indexPath.item].name)
    }

}

extension GridViewController: UICollectionViewDelegateFlowLayout {

    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
    ) -> CGSize {
        CGSize(width: 110, height: indexPath.section == 0 ? 110 : 70)
    }

}
