/// The attributes and children that the loader reads for each element, so that all others can be reported
/// (E-700).
///
/// A test compares these words with the sources of the loader, so that the table cannot list words that are
/// not read.
extension NibVocabulary {
  /// Whether the loader reads the attribute of an element, or the attribute has no meaning at run time.
  public static func reads(attribute: String, of element: String) -> Bool {
    guard let words = attributes[element] else { return true }
    return words.contains(attribute) || editorAttributes.contains(attribute)
  }

  /// Whether the loader reads a child of an element: by its key, otherwise by its name.
  public static func reads(child name: String, key: String?, of element: String) -> Bool {
    guard let words = children[element] else { return true }
    if name == "nil" || name == "null" || name == "viewLayoutGuide" || name == "variation" { return true }
    if name.hasPrefix("simulated") || name.hasPrefix("freeform") || key == "freeformSize" { return true }
    return words.contains(key ?? name) || editorChildren.contains(key ?? name)
  }

  static let attributes = table(attributeLines)
  static let children = table(childLines)

  /// Attributes that only the editor uses, that describe the encoding, or that have no effect on the platform
  /// either.
  private static let editorAttributes: Set<String> = [
    "id", "key", "userLabel", "sceneMemberID", "misplaced", "ambiguous", "verifyAmbiguity", "colorLabel",
    "simulatedAppContext", "placeholderIntrinsicWidth", "placeholderIntrinsicHeight", "catalog",
    "customClass", "customModule", "customModuleProvider", "autoresizesArchivedViewToFullSize",
    "hasAttributedTitle", "usesAttributedText", "dataMode", "wantsFullScreenLayout", "symbolType",
    "segmentControlStyle", "base64-UTF8", "tableViewCell", "pointerInteraction",
    "springLoaded",
  ]
  private static let editorChildren: Set<String> = [
    "canvasLocation", "customSize", "userComments", "designTimeContentOffset", "defaultSimulatedMetrics",
  ]

  /// Each line is an element or `group:`, followed by its words; an uppercase word stands for the group of
  /// that name.
  private static func table(_ lines: String) -> [String: Set<String>] {
    var groups: [String: Set<String>] = [:]
    var result: [String: Set<String>] = [:]
    // An indented line continues the previous one.
    var current: [Substring] = []
    func finish() {
      guard let name = current.first else { return }
      let words = current.dropFirst().reduce(into: Set<String>()) { words, word in
        if let group = groups[String(word)] { words.formUnion(group) } else { words.insert(String(word)) }
      }
      if name.allSatisfy(\.isUppercase) { groups[String(name)] = words } else { result[String(name)] = words }
    }
    for line in lines.split(separator: "\n") {
      let words = line.split(separator: " ")
      if line.first == " " {
        current += words
      } else {
        finish()
        current = words
      }
    }
    finish()
    return result
  }

  private static let attributeLines = """
    VIEW contentMode userInteractionEnabled multipleTouchEnabled exclusiveTouch hidden clipsSubviews
      clipsToBounds opaque clearsContextBeforeDrawing semanticContentAttribute autoresizesSubviews
      preservesSuperviewLayoutMargins insetsLayoutMarginsFromSafeArea alpha tag restorationIdentifier
      translatesAutoresizingMaskIntoConstraints fixedFrame horizontalHuggingPriority
      verticalHuggingPriority horizontalCompressionResistancePriority
      verticalCompressionResistancePriority
    CONTROL VIEW enabled selected highlighted contentHorizontalAlignment contentVerticalAlignment
    SCROLL VIEW pagingEnabled scrollEnabled bounces alwaysBounceVertical alwaysBounceHorizontal
      showsVerticalScrollIndicator showsHorizontalScrollIndicator minimumZoomScale maximumZoomScale
      bouncesZoom directionalLockEnabled delaysContentTouches canCancelContentTouches indicatorStyle
      contentInsetAdjustmentBehavior keyboardDismissMode
    CONTROLLER title restorationIdentifier useStoryboardIdentifierAsRestorationIdentifier
      storyboardIdentifier modalPresentationStyle modalTransitionStyle definesPresentationContext
      providesPresentationContextTransitionStyle extendedLayoutIncludesOpaqueBars
      automaticallyAdjustsScrollViewInsets hidesBottomBarWhenPushed clearsSelectionOnViewWillAppear
    RECOGNIZER cancelsTouchesInView delaysTouchesBegan delaysTouchesEnded enabled
    view VIEW
    containerView VIEW
    tableViewCellContentView VIEW
    collectionViewCellContentView VIEW
    label VIEW text minimumFontSize textAlignment lineBreakMode baselineAdjustment numberOfLines adjustsFontSizeToFit
      adjustsFontForContentSizeCategory minimumScaleFactor enabled preferredMaxLayoutWidth
    imageView VIEW image highlightedImage highlighted
    button CONTROL buttonType lineBreakMode adjustsImageWhenHighlighted adjustsImageWhenDisabled
      showsTouchWhenHighlighted reversesTitleShadowWhenHighlighted
    state title image backgroundImage
    buttonConfiguration style title subtitle image cornerStyle buttonSize imagePadding imagePlacement
      titlePadding
    textField CONTROL text placeholder textAlignment borderStyle background minimumFontSize
      adjustsFontForContentSizeCategory clearsOnBeginEditing adjustsFontSizeToFit clearButtonMode
    textView SCROLL text textAlignment editable selectable adjustsFontForContentSizeCategory
      allowsEditingTextAttributes
    slider CONTROL minValue maxValue value continuous minimumValueImage maximumValueImage
    switch CONTROL on
    stepper CONTROL maximumValue minimumValue stepValue value continuous autorepeat wraps
    pageControl CONTROL numberOfPages currentPage hidesForSinglePage
    progressView VIEW progressViewStyle progress
    activityIndicatorView VIEW style hidesWhenStopped animating
    segmentedControl CONTROL selectedSegmentIndex momentary apportionsSegmentWidthsByContent
    segment title image enabled width
    datePicker CONTROL datePickerMode style minuteInterval countDownDuration
    refreshControl CONTROL
    mapView VIEW mapType zoomEnabled scrollEnabled rotateEnabled pitchEnabled showsUserLocation showsCompass
      showsScale showsTraffic showsBuildings showsPointsOfInterest
    stackView VIEW axis spacing spacingType alignment distribution layoutMarginsRelativeArrangement
      baselineRelativeArrangement
    scrollView SCROLL
    tableView SCROLL style rowHeight sectionHeaderHeight sectionFooterHeight estimatedRowHeight
      estimatedSectionHeaderHeight estimatedSectionFooterHeight separatorStyle separatorInsetReference
      cellLayoutMarginsFollowReadableWidth sectionHeaderTopPadding sectionIndexMinimumDisplayRowCount
      allowsSelectionDuringEditing allowsMultipleSelectionDuringEditing allowsSelection
      allowsMultipleSelection
    tableViewCell VIEW style accessoryType editingAccessoryType hidesAccessoryWhenEditing indentationLevel indentationWidth
      shouldIndentWhileEditing showsReorderControl selectionStyle reuseIdentifier rowHeight textLabel
      detailTextLabel imageView
    tableViewSection headerTitle footerTitle
    collectionView SCROLL allowsSelection allowsMultipleSelection prefetchingEnabled
    collectionViewCell VIEW reuseIdentifier
    collectionReusableView VIEW reuseIdentifier
    collectionViewFlowLayout scrollDirection minimumLineSpacing minimumInteritemSpacing
      automaticEstimatedItemSize sectionHeadersPinToVisibleBounds
    searchBar VIEW placeholder text prompt showsCancelButton searchBarStyle barStyle translucent
      showsBookmarkButton showsSearchResultsButton backgroundImage showsScopeBar
    toolbar VIEW barStyle translucent
    navigationBar VIEW largeTitles translucent barStyle backgroundImage shadowImage
    tabBar VIEW barStyle translucent selectedItem selectionIndicatorImage itemPositioning itemWidth itemSpacing
    navigationItem title prompt backButtonTitle hidesBackButton leftItemsSupplementBackButton
      largeTitleDisplayMode
    barButtonItem title image tag enabled style width systemItem
    tabBarItem title image tag enabled systemItem selectedImage badgeValue
    viewController CONTROLLER
    tableViewController CONTROLLER
    collectionViewController CONTROLLER
    tabBarController CONTROLLER
    navigationController CONTROLLER hidesBarsOnSwipe hidesBarsOnTap hidesBarsWhenKeyboardAppears
      hidesBarsWhenVerticallyCompact toolbarHidden navigationBarHidden
    pageViewController CONTROLLER transitionStyle navigationOrientation pageSpacing spineLocation
    tapGestureRecognizer RECOGNIZER numberOfTapsRequired numberOfTouchesRequired
    panGestureRecognizer RECOGNIZER minimumNumberOfTouches maximumNumberOfTouches
    screenEdgePanGestureRecognizer RECOGNIZER minimumNumberOfTouches maximumNumberOfTouches
    swipeGestureRecognizer RECOGNIZER direction numberOfTouchesRequired
    pongPressGestureRecognizer RECOGNIZER minimumPressDuration numberOfTapsRequired
      numberOfTouchesRequired allowableMovement
    pinchGestureRecognizer RECOGNIZER
    rotationGestureRecognizer RECOGNIZER
    constraint firstItem firstAttribute secondItem secondAttribute relation multiplier constant priority
      symbolic identifier active placeholder
    outlet property destination
    action selector destination eventType
    """

  private static let childLines = """
    VIEW frame autoresizingMask backgroundColor tintColor layoutMargins directionalLayoutMargins
      accessibilityConfiguration subviews constraints connections gestureRecognizers layoutGuides
      userDefinedRuntimeAttributes
    SCROLL VIEW contentInset scrollIndicatorInsets contentSize refreshControl
    CONTROLLER view tableView collectionView navigationItem tabBarItem toolbarItems connections
      edgesForExtendedLayout preferredContentSize layoutGuides userDefinedRuntimeAttributes extendedEdge
      refreshControl
    LOOKS standardAppearance scrollEdgeAppearance compactAppearance compactScrollEdgeAppearance
    view VIEW
    containerView VIEW
    tableViewCellContentView VIEW
    collectionViewCellContentView VIEW
    label VIEW text fontDescription textColor highlightedColor shadowColor shadowOffset attributedText
    imageView VIEW image highlightedImage preferredSymbolConfiguration
    button VIEW fontDescription contentEdgeInsets titleEdgeInsets imageEdgeInsets normal highlighted
      disabled selected configuration buttonConfiguration state
    state title titleColor titleShadowColor attributedTitle preferredSymbolConfiguration image
      backgroundImage
    buttonConfiguration title subtitle image baseForegroundColor baseBackgroundColor contentInsets
      background attributedTitle titleFontDescription fontDescription
      preferredSymbolConfigurationForImage
    textField VIEW text placeholder fontDescription textColor attributedPlaceholder textInputTraits
    textView SCROLL text fontDescription textColor dataDetectorTypes textInputTraits attributedText
    slider VIEW minimumTrackTintColor maximumTrackTintColor thumbTintColor minimumValueImage
      maximumValueImage
    switch VIEW onTintColor thumbTintColor
    stepper VIEW
    pageControl VIEW pageIndicatorTintColor currentPageIndicatorTintColor
    progressView VIEW progressTintColor trackTintColor
    activityIndicatorView VIEW color
    segmentedControl VIEW segments selectedSegmentTintColor
    refreshControl VIEW attributedTitle
    mapView VIEW
    stackView VIEW
    scrollView SCROLL
    tableView SCROLL separatorColor separatorInset sectionIndexColor sectionIndexBackgroundColor
      sectionIndexTrackingBackgroundColor backgroundView prototypes tableHeaderView tableFooterView
      sections
    tableViewCell VIEW contentView tableViewCellContentView separatorInset backgroundView
      selectedBackgroundView accessoryView editingAccessoryView
    tableViewSection headerTitle footerTitle cells
    collectionView SCROLL cells collectionViewLayout backgroundView sectionHeaderView sectionFooterView
    collectionViewCell VIEW contentView collectionViewCellContentView
    collectionReusableView VIEW
    collectionViewFlowLayout itemSize estimatedItemSize headerReferenceSize footerReferenceSize
      sectionInset
    searchBar VIEW placeholder text prompt barTintColor backgroundImage scopeButtonTitles
      textInputTraits
    toolbar VIEW LOOKS items barTintColor
    navigationBar VIEW LOOKS items barTintColor titleTextAttributes largeTitleTextAttributes
      backgroundImage shadowImage
    tabBar VIEW LOOKS items barTintColor unselectedItemTintColor
    navigationItem LOOKS title prompt leftBarButtonItem rightBarButtonItem backBarButtonItem
      leftBarButtonItems rightBarButtonItems titleView connections
    barButtonItem title image tintColor customView connections userDefinedRuntimeAttributes
      button view label switch segmentedControl activityIndicatorView imageView slider stackView
    tabBarItem LOOKS title image selectedImage badgeColor userDefinedRuntimeAttributes connections
    viewController CONTROLLER
    tableViewController CONTROLLER
    collectionViewController CONTROLLER
    navigationController CONTROLLER navigationBar toolbar
    tabBarController CONTROLLER tabBar
    pageViewController CONTROLLER
    """
}
