import UIKit

/// A control in the catalog: its name, and how to create it.
struct Exhibit {

    let name: String
    let make: () -> UIControl

    static let all: [Exhibit] = [
        Exhibit(name: "Button") {
            UIButton(configuration: .filled().titled("Press Me"))
        },
        Exhibit(name: "Menu Button") {
            let button = UIButton(configuration: .tinted().titled("Choose"))
            button.menu = UIMenu(children: ["Small", "Large"].map { size in
                UIAction(title: size) { [weak button] _ in button?.configuration?.title = size }
            })
            button.showsMenuAsPrimaryAction = true
            return button
        },
        Exhibit(name: "Switch") { UISwitch() },
        Exhibit(name: "Slider") {
            let slider = UISlider()
            slider.value = 0.25
            return slider
        },
        Exhibit(name: "Stepper") { UIStepper() },
        Exhibit(name: "Segmented Control") {
            let control = UISegmentedControl(items: ["Left", "Middle", "Right"])
            control.selectedSegmentIndex = 0
            return control
        },
        Exhibit(name: "Page Control") {
            let control = UIPageControl()
            control.numberOfPages = 4
            control.pageIndicatorTintColor = .systemGray3
            control.currentPageIndicatorTintColor = .systemBlue
            return control
        },
        Exhibit(name: "Text Field") {
            let field = UITextField()
            field.borderStyle = .roundedRect
            field.placeholder = "Type here"
            return field
        },
        Exhibit(name: "Date Picker") {
            let picker = UIDatePicker()
            picker.datePickerMode = .date
            picker.preferredDatePickerStyle = .inline
            return picker
        },
    ]

}

private extension UIButton.Configuration {

    func titled(_ title: String) -> UIButton.Configuration {
        var copy = self
        copy.title = title
        return copy
    }

}
