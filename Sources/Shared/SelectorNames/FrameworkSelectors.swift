/// The Objective-C names of framework methods that their headers specify (F-142).
///
/// Written and maintained by hand, from Apple's public documentation; `ObjCNamingTests` checks its format.
///
/// The table contains only names that `ObjCNaming` cannot derive from the Swift name. `others` lists methods
/// whose names it can derive, so that they are recognized as the frameworks'.
public enum FrameworkSelectors {
  /// The selector of a framework method or property by its full Swift name; nil for names of no framework.
  public static func selector(forSwiftName name: String) -> String? {
    if let selector = bySwiftName[name] { return selector }
    return derived.contains(name) ? ObjCNaming.selector(forSwiftName: name) : nil
  }

  /// The same for a name that several methods share: the type of the last parameter selects one.
  public static func selector(forSwiftName name: String, lastParameterType type: String?) -> String? {
    if let type {
      // NB: ignores parentheses, `any`, optional marks and attributes.
      let plain = type.split { !$0.isLetter && !$0.isNumber && !"_[]".contains($0) }.filter { $0 != "any" }
        .joined()
      if let found = overloads.first(where: { $0.swift == name && $0.type == plain }) { return found.objc }
    }
    return selector(forSwiftName: name)
  }

  /// Methods that share their Swift name with an entry of the table.
  static let overloads: [(swift: String, type: String, objc: String)] = [
    ("mapView(_:didSelect:)", "MKAnnotation", "mapView:didSelectAnnotation:"),
    ("mapView(_:didDeselect:)", "MKAnnotation", "mapView:didDeselectAnnotation:"),
    ("mapView(_:didAdd:)", "[MKOverlayRenderer]", "mapView:didAddOverlayRenderers:"),
    ("validate(_:)", "UICommand", "validateCommand:"),
    (
      "viewController(for:)", "UILargeContentViewerInteraction",
      "viewControllerForLargeContentViewerInteraction:"
    ),
    (
      "adaptivePresentationStyle(for:)", "UITraitCollection", "adaptivePresentationStyleForTraitCollection:"
    ),
  ]

  /// The full Swift name of the framework method with this selector.
  public static func swiftName(forSelector selector: String) -> String? {
    alternatives[selector] ?? bySelector[selector]
  }

  /// All full Swift names in the tables, for completeness tests.
  public static var swiftNames: [String] { table.map(\.swift) + others }

  /// The full Swift name for a base name that belongs to only one framework method.
  public static func swiftName(forBaseName base: String) -> String? { byBaseName[base] }

  private static let bySwiftName = Dictionary(table.map { ($0.swift, $0.objc) }) { first, _ in first }
  private static let derived = Set(others)
  private static let bySelector: [String: String] = {
    var result = Dictionary(others.map { (ObjCNaming.selector(forSwiftName: $0), $0) }) { first, _ in first }
    for entry in table where result[entry.objc] == nil { result[entry.objc] = entry.swift }
    return result
  }()
  private static let byBaseName: [String: String] = {
    var names: [String: String] = [:]
    var repeated: Set<String> = []
    for name in table.map(\.swift) + others {
      guard let (base, _) = ObjCNaming.split(swiftName: name) else { continue }
      if names.updateValue(name, forKey: base) != nil { repeated.insert(base) }
    }
    for base in repeated { names[base] = nil }
    return names
  }()

  // NB: `numberOfSections(in:)` has two selectors; the collection view tests with `responds(to:)` for
  // `numberOfSectionsInCollectionView:`, which `alternatives` maps.
  static let alternatives = ["numberOfSectionsInCollectionView:": "numberOfSections(in:)"]

  /// Selectors that cannot be derived from the Swift name.
  static let table: [(swift: String, objc: String)] = [
    ("searchTextField(_:itemProviderForCopying:)", "searchTextField:itemProviderForCopyingToken:"),
    // Application delegate
    ("application(_:open:options:)", "application:openURL:options:"),
    (
      "application(_:open:sourceApplication:annotation:)", "application:openURL:sourceApplication:annotation:"
    ),
    ("application(_:handleOpen:)", "application:handleOpenURL:"),
    ("application(_:willEncodeRestorableStateWith:)", "application:willEncodeRestorableStateWithCoder:"),
    ("application(_:didDecodeRestorableStateWith:)", "application:didDecodeRestorableStateWithCoder:"),
    (
      "application(_:supportedInterfaceOrientationsFor:)",
      "application:supportedInterfaceOrientationsForWindow:"
    ),
    (
      "application(_:configurationForConnecting:options:)",
      "application:configurationForConnectingSceneSession:options:"
    ),
    ("application(_:didReceive:)", "application:didReceiveLocalNotification:"),
    ("application(_:didRegister:)", "application:didRegisterUserNotificationSettings:"),
    (
      "application(_:handleActionWithIdentifier:for:completionHandler:)",
      "application:handleActionWithIdentifier:forLocalNotification:completionHandler:"
    ),
    (
      "application(_:handleActionWithIdentifier:for:withResponseInfo:completionHandler:)",
      "application:handleActionWithIdentifier:forLocalNotification:withResponseInfo:completionHandler:"
    ),
    // User notifications; after methods with a completion handler their `async` forms, which have the same
    // selectors
    (
      "userNotificationCenter(_:willPresent:withCompletionHandler:)",
      "userNotificationCenter:willPresentNotification:withCompletionHandler:"
    ),
    (
      "userNotificationCenter(_:didReceive:withCompletionHandler:)",
      "userNotificationCenter:didReceiveNotificationResponse:withCompletionHandler:"
    ),
    (
      "userNotificationCenter(_:willPresent:)",
      "userNotificationCenter:willPresentNotification:withCompletionHandler:"
    ),
    (
      "userNotificationCenter(_:didReceive:)",
      "userNotificationCenter:didReceiveNotificationResponse:withCompletionHandler:"
    ),
    ("userNotificationCenter(_:openSettingsFor:)", "userNotificationCenter:openSettingsForNotification:"),
    ("application(_:continue:restorationHandler:)", "application:continueUserActivity:restorationHandler:"),
    ("application(_:didUpdate:)", "application:didUpdateUserActivity:"),
    (
      "application(_:performActionFor:completionHandler:)",
      "application:performActionForShortcutItem:completionHandler:"
    ),
    ("application(_:handlerFor:)", "application:handlerForIntent:"),
    // Scene delegate
    ("scene(_:willConnectTo:options:)", "scene:willConnectToSession:options:"),
    ("stateRestorationActivity(for:)", "stateRestorationActivityForScene:"),
    ("scene(_:restoreInteractionStateWith:)", "scene:restoreInteractionStateWithUserActivity:"),
    ("scene(_:continue:)", "scene:continueUserActivity:"),
    ("scene(_:didUpdate:)", "scene:didUpdateUserActivity:"),
    (
      "windowScene(_:didUpdate:interfaceOrientation:traitCollection:)",
      "windowScene:didUpdateCoordinateSpace:interfaceOrientation:traitCollection:"
    ),
    (
      "windowScene(_:performActionFor:completionHandler:)",
      "windowScene:performActionForShortcutItem:completionHandler:"
    ),
    ("windowScene(_:userDidAcceptCloudKitShareWith:)", "windowScene:userDidAcceptCloudKitShareWithMetadata:"),
    // View controller
    ("viewWillTransition(to:with:)", "viewWillTransitionToSize:withTransitionCoordinator:"),
    ("willTransition(to:with:)", "willTransitionToTraitCollection:withTransitionCoordinator:"),
    ("willRotate(to:duration:)", "willRotateToInterfaceOrientation:duration:"),
    ("willAnimateRotation(to:duration:)", "willAnimateRotationToInterfaceOrientation:duration:"),
    ("didRotate(from:)", "didRotateFromInterfaceOrientation:"),
    ("prepare(for:sender:)", "prepareForSegue:sender:"),
    ("canPerformUnwindSegueAction(_:from:sender:)", "canPerformUnwindSegueAction:fromViewController:sender:"),
    (
      "canPerformUnwindSegueAction(_:from:withSender:)",
      "canPerformUnwindSegueAction:fromViewController:withSender:"
    ),
    ("allowedChildrenForUnwinding(from:)", "allowedChildViewControllersForUnwindingFromSource:"),
    ("childContaining(_:)", "childViewControllerContainingSegueSource:"),
    ("unwind(for:towards:)", "unwindForSegue:towardsViewController:"),
    ("contentScrollView(for:)", "contentScrollViewForEdge:"),
    ("setContentScrollView(_:for:)", "setContentScrollView:forEdge:"),
    ("present(_:animated:completion:)", "presentViewController:animated:completion:"),
    ("dismiss(animated:completion:)", "dismissViewControllerAnimated:completion:"),
    ("show(_:sender:)", "showViewController:sender:"),
    ("addChild(_:)", "addChildViewController:"),
    ("removeFromParent()", "removeFromParentViewController"),
    ("willMove(toParent:)", "willMoveToParentViewController:"),
    ("didMove(toParent:)", "didMoveToParentViewController:"),
    (
      "transition(from:to:duration:options:animations:completion:)",
      "transitionFromViewController:toViewController:duration:options:animations:completion:"
    ),
    ("setOverrideTraitCollection(_:forChild:)", "setOverrideTraitCollection:forChildViewController:"),
    ("overrideTraitCollection(forChild:)", "overrideTraitCollectionForChildViewController:"),
    ("encodeRestorableState(with:)", "encodeRestorableStateWithCoder:"),
    ("decodeRestorableState(with:)", "decodeRestorableStateWithCoder:"),
    ("collapseSecondaryViewController(_:for:)", "collapseSecondaryViewController:forSplitViewController:"),
    ("separateSecondaryViewController(for:)", "separateSecondaryViewControllerForSplitViewController:"),
    ("tabBarController(_:shouldSelect:)", "tabBarController:shouldSelectViewController:"),
    ("tabBarController(_:didSelect:)", "tabBarController:didSelectViewController:"),
    ("tabBarController(_:willBeginCustomizing:)", "tabBarController:willBeginCustomizingViewControllers:"),
    (
      "tabBarController(_:willEndCustomizing:changed:)",
      "tabBarController:willEndCustomizingViewControllers:changed:"
    ),
    (
      "tabBarController(_:didEndCustomizing:changed:)",
      "tabBarController:didEndCustomizingViewControllers:changed:"
    ),
    (
      "tabBarController(_:interactionControllerFor:)",
      "tabBarController:interactionControllerForAnimationController:"
    ),
    (
      "tabBarController(_:animationControllerForTransitionFrom:to:)",
      "tabBarController:animationControllerForTransitionFromViewController:toViewController:"
    ),
    ("tabBar(_:didSelect:)", "tabBar:didSelectItem:"),
    // Navigation
    ("navigationController(_:willShow:animated:)", "navigationController:willShowViewController:animated:"),
    ("navigationController(_:didShow:animated:)", "navigationController:didShowViewController:animated:"),
    (
      "navigationController(_:animationControllerFor:from:to:)",
      "navigationController:animationControllerForOperation:fromViewController:toViewController:"
    ),
    (
      "navigationController(_:interactionControllerFor:)",
      "navigationController:interactionControllerForAnimationController:"
    ),
    ("navigationBar(_:shouldPush:)", "navigationBar:shouldPushItem:"),
    ("navigationBar(_:didPush:)", "navigationBar:didPushItem:"),
    ("navigationBar(_:shouldPop:)", "navigationBar:shouldPopItem:"),
    ("navigationBar(_:didPop:)", "navigationBar:didPopItem:"),
    ("popViewController(animated:)", "popViewControllerAnimated:"),
    ("popToRootViewController(animated:)", "popToRootViewControllerAnimated:"),
    ("position(for:)", "positionForBar:"),
    // Page view controller
    ("pageViewController(_:viewControllerBefore:)", "pageViewController:viewControllerBeforeViewController:"),
    ("pageViewController(_:viewControllerAfter:)", "pageViewController:viewControllerAfterViewController:"),
    ("pageViewController(_:willTransitionTo:)", "pageViewController:willTransitionToViewControllers:"),
    ("pageViewController(_:spineLocationFor:)", "pageViewController:spineLocationForInterfaceOrientation:"),
    ("presentationCount(for:)", "presentationCountForPageViewController:"),
    ("presentationIndex(for:)", "presentationIndexForPageViewController:"),
    // Split view controller
    ("splitViewController(_:willChangeTo:)", "splitViewController:willChangeToDisplayMode:"),
    (
      "splitViewController(_:collapseSecondary:onto:)",
      "splitViewController:collapseSecondaryViewController:ontoPrimaryViewController:"
    ),
    (
      "splitViewController(_:separateSecondaryFrom:)",
      "splitViewController:separateSecondaryViewControllerFromPrimaryViewController:"
    ),
    ("splitViewController(_:show:sender:)", "splitViewController:showViewController:sender:"),
    ("splitViewController(_:showDetail:sender:)", "splitViewController:showDetailViewController:sender:"),
    ("splitViewController(_:willShow:)", "splitViewController:willShowColumn:"),
    ("splitViewController(_:willHide:)", "splitViewController:willHideColumn:"),
    ("primaryViewController(forExpanding:)", "primaryViewControllerForExpandingSplitViewController:"),
    ("primaryViewController(forCollapsing:)", "primaryViewControllerForCollapsingSplitViewController:"),
    ("targetDisplayModeForAction(in:)", "targetDisplayModeForActionInSplitViewController:"),
    // Presentation
    ("adaptivePresentationStyle(for:)", "adaptivePresentationStyleForPresentationController:"),
    (
      "adaptivePresentationStyle(for:traitCollection:)",
      "adaptivePresentationStyleForPresentationController:traitCollection:"
    ),
    ("presentationController(_:prepare:)", "presentationController:prepareAdaptivePresentationController:"),
    (
      "popoverPresentationController(_:willRepositionPopoverTo:in:)",
      "popoverPresentationController:willRepositionPopoverToRect:inView:"
    ),
    (
      "animationController(forPresented:presenting:source:)",
      "animationControllerForPresentedController:presentingController:sourceController:"
    ),
    ("animationController(forDismissed:)", "animationControllerForDismissedController:"),
    ("interactionControllerForPresentation(using:)", "interactionControllerForPresentation:"),
    ("interactionControllerForDismissal(using:)", "interactionControllerForDismissal:"),
    (
      "presentationController(forPresented:presenting:source:)",
      "presentationControllerForPresentedViewController:presentingViewController:sourceViewController:"
    ),
    ("transitionDuration(using:)", "transitionDuration:"),
    ("animateTransition(using:)", "animateTransition:"),
    ("interruptibleAnimator(using:)", "interruptibleAnimatorForTransition:"),
    // The old alert view
    ("alertView(_:clickedButtonAt:)", "alertView:clickedButtonAtIndex:"),
    ("willPresent(_:)", "willPresentAlertView:"),
    ("didPresent(_:)", "didPresentAlertView:"),
    // Responder
    ("touchesBegan(_:with:)", "touchesBegan:withEvent:"),
    ("touchesMoved(_:with:)", "touchesMoved:withEvent:"),
    ("touchesEnded(_:with:)", "touchesEnded:withEvent:"),
    ("touchesCancelled(_:with:)", "touchesCancelled:withEvent:"),
    ("pressesBegan(_:with:)", "pressesBegan:withEvent:"),
    ("pressesChanged(_:with:)", "pressesChanged:withEvent:"),
    ("pressesEnded(_:with:)", "pressesEnded:withEvent:"),
    ("pressesCancelled(_:with:)", "pressesCancelled:withEvent:"),
    ("motionBegan(_:with:)", "motionBegan:withEvent:"),
    ("motionEnded(_:with:)", "motionEnded:withEvent:"),
    ("motionCancelled(_:with:)", "motionCancelled:withEvent:"),
    ("remoteControlReceived(with:)", "remoteControlReceivedWithEvent:"),
    ("buildMenu(with:)", "buildMenuWithBuilder:"),
    ("validate(_:)", "validateCommand:"),
    // View
    ("draw(_:)", "drawRect:"),
    ("setNeedsDisplay(_:)", "setNeedsDisplayInRect:"),
    ("hitTest(_:with:)", "hitTest:withEvent:"),
    ("point(inside:with:)", "pointInside:withEvent:"),
    ("systemLayoutSizeFitting(_:)", "systemLayoutSizeFittingSize:"),
    (
      "systemLayoutSizeFitting(_:withHorizontalFittingPriority:verticalFittingPriority:)",
      "systemLayoutSizeFittingSize:withHorizontalFittingPriority:verticalFittingPriority:"
    ),
    ("insertSubview(_:at:)", "insertSubview:atIndex:"),
    ("layoutSublayers(of:)", "layoutSublayersOfLayer:"),
    ("display(_:)", "displayLayer:"),
    ("draw(_:in:)", "drawLayer:inContext:"),
    ("action(for:forKey:)", "actionForLayer:forKey:"),
    ("draw(_:for:)", "drawRect:forViewPrintFormatter:"),
    ("updateConfiguration(using:)", "updateConfigurationUsingState:"),
    // Layer
    ("draw(in:)", "drawInContext:"),
    ("run(forKey:object:arguments:)", "runActionForKey:object:arguments:"),
    // Control
    ("sendAction(_:to:for:)", "sendAction:to:forEvent:"),
    ("beginTracking(_:with:)", "beginTrackingWithTouch:withEvent:"),
    ("continueTracking(_:with:)", "continueTrackingWithTouch:withEvent:"),
    ("endTracking(_:with:)", "endTrackingWithTouch:withEvent:"),
    ("cancelTracking(with:)", "cancelTrackingWithEvent:"),
    ("drawText(in:)", "drawTextInRect:"),
    ("setImage(_:for:)", "setImage:forState:"),
    ("setTitle(_:for:)", "setTitle:forState:"),
    // Table view
    ("numberOfSections(in:)", "numberOfSectionsInTableView:"),
    ("tableView(_:cellForRowAt:)", "tableView:cellForRowAtIndexPath:"),
    ("tableView(_:canEditRowAt:)", "tableView:canEditRowAtIndexPath:"),
    ("tableView(_:canMoveRowAt:)", "tableView:canMoveRowAtIndexPath:"),
    ("sectionIndexTitles(for:)", "sectionIndexTitlesForTableView:"),
    ("tableView(_:sectionForSectionIndexTitle:at:)", "tableView:sectionForSectionIndexTitle:atIndex:"),
    ("tableView(_:commit:forRowAt:)", "tableView:commitEditingStyle:forRowAtIndexPath:"),
    ("tableView(_:moveRowAt:to:)", "tableView:moveRowAtIndexPath:toIndexPath:"),
    ("tableView(_:willDisplay:forRowAt:)", "tableView:willDisplayCell:forRowAtIndexPath:"),
    ("tableView(_:didEndDisplaying:forRowAt:)", "tableView:didEndDisplayingCell:forRowAtIndexPath:"),
    ("tableView(_:heightForRowAt:)", "tableView:heightForRowAtIndexPath:"),
    ("tableView(_:estimatedHeightForRowAt:)", "tableView:estimatedHeightForRowAtIndexPath:"),
    ("tableView(_:accessoryButtonTappedForRowWith:)", "tableView:accessoryButtonTappedForRowWithIndexPath:"),
    ("tableView(_:shouldHighlightRowAt:)", "tableView:shouldHighlightRowAtIndexPath:"),
    ("tableView(_:didHighlightRowAt:)", "tableView:didHighlightRowAtIndexPath:"),
    ("tableView(_:didUnhighlightRowAt:)", "tableView:didUnhighlightRowAtIndexPath:"),
    ("tableView(_:willSelectRowAt:)", "tableView:willSelectRowAtIndexPath:"),
    ("tableView(_:willDeselectRowAt:)", "tableView:willDeselectRowAtIndexPath:"),
    ("tableView(_:didSelectRowAt:)", "tableView:didSelectRowAtIndexPath:"),
    ("tableView(_:didDeselectRowAt:)", "tableView:didDeselectRowAtIndexPath:"),
    ("tableView(_:editingStyleForRowAt:)", "tableView:editingStyleForRowAtIndexPath:"),
    (
      "tableView(_:titleForDeleteConfirmationButtonForRowAt:)",
      "tableView:titleForDeleteConfirmationButtonForRowAtIndexPath:"
    ),
    ("tableView(_:editActionsForRowAt:)", "tableView:editActionsForRowAtIndexPath:"),
    (
      "tableView(_:leadingSwipeActionsConfigurationForRowAt:)",
      "tableView:leadingSwipeActionsConfigurationForRowAtIndexPath:"
    ),
    (
      "tableView(_:trailingSwipeActionsConfigurationForRowAt:)",
      "tableView:trailingSwipeActionsConfigurationForRowAtIndexPath:"
    ),
    ("tableView(_:shouldIndentWhileEditingRowAt:)", "tableView:shouldIndentWhileEditingRowAtIndexPath:"),
    ("tableView(_:willBeginEditingRowAt:)", "tableView:willBeginEditingRowAtIndexPath:"),
    ("tableView(_:didEndEditingRowAt:)", "tableView:didEndEditingRowAtIndexPath:"),
    (
      "tableView(_:targetIndexPathForMoveFromRowAt:toProposedIndexPath:)",
      "tableView:targetIndexPathForMoveFromRowAtIndexPath:toProposedIndexPath:"
    ),
    ("tableView(_:indentationLevelForRowAt:)", "tableView:indentationLevelForRowAtIndexPath:"),
    ("tableView(_:shouldShowMenuForRowAt:)", "tableView:shouldShowMenuForRowAtIndexPath:"),
    (
      "tableView(_:canPerformAction:forRowAt:withSender:)",
      "tableView:canPerformAction:forRowAtIndexPath:withSender:"
    ),
    (
      "tableView(_:performAction:forRowAt:withSender:)",
      "tableView:performAction:forRowAtIndexPath:withSender:"
    ),
    ("tableView(_:canFocusRowAt:)", "tableView:canFocusRowAtIndexPath:"),
    (
      "tableView(_:shouldBeginMultipleSelectionInteractionAt:)",
      "tableView:shouldBeginMultipleSelectionInteractionAtIndexPath:"
    ),
    (
      "tableView(_:didBeginMultipleSelectionInteractionAt:)",
      "tableView:didBeginMultipleSelectionInteractionAtIndexPath:"
    ),
    (
      "tableView(_:contextMenuConfigurationForRowAt:point:)",
      "tableView:contextMenuConfigurationForRowAtIndexPath:point:"
    ),
    (
      "tableView(_:willPerformPreviewActionForMenuWith:animator:)",
      "tableView:willPerformPreviewActionForMenuWithConfiguration:animator:"
    ),
    (
      "tableView(_:willDisplayContextMenu:animator:)",
      "tableView:willDisplayContextMenuWithConfiguration:animator:"
    ),
    (
      "tableView(_:willEndContextMenuInteraction:animator:)",
      "tableView:willEndContextMenuInteractionWithConfiguration:animator:"
    ),
    ("tableView(_:selectionFollowsFocusForRowAt:)", "tableView:selectionFollowsFocusForRowAtIndexPath:"),
    ("tableView(_:prefetchRowsAt:)", "tableView:prefetchRowsAtIndexPaths:"),
    ("tableView(_:cancelPrefetchingForRowsAt:)", "tableView:cancelPrefetchingForRowsAtIndexPaths:"),
    ("tableView(_:itemsForBeginning:at:)", "tableView:itemsForBeginningDragSession:atIndexPath:"),
    (
      "tableView(_:itemsForAddingTo:at:point:)",
      "tableView:itemsForAddingToDragSession:atIndexPath:point:"
    ),
    ("tableView(_:dragPreviewParametersForRowAt:)", "tableView:dragPreviewParametersForRowAtIndexPath:"),
    ("tableView(_:dropPreviewParametersForRowAt:)", "tableView:dropPreviewParametersForRowAtIndexPath:"),
    ("tableView(_:performDropWith:)", "tableView:performDropWithCoordinator:"),
    ("tableView(_:canHandle:)", "tableView:canHandleDropSession:"),
    ("willTransition(to:)", "willTransitionToState:"),
    ("didTransition(to:)", "didTransitionToState:"),
    // Collection view
    ("collectionView(_:cellForItemAt:)", "collectionView:cellForItemAtIndexPath:"),
    (
      "collectionView(_:viewForSupplementaryElementOfKind:at:)",
      "collectionView:viewForSupplementaryElementOfKind:atIndexPath:"
    ),
    ("collectionView(_:canMoveItemAt:)", "collectionView:canMoveItemAtIndexPath:"),
    ("collectionView(_:moveItemAt:to:)", "collectionView:moveItemAtIndexPath:toIndexPath:"),
    ("indexTitles(for:)", "indexTitlesForCollectionView:"),
    ("collectionView(_:indexPathForIndexTitle:at:)", "collectionView:indexPathForIndexTitle:atIndex:"),
    ("collectionView(_:shouldHighlightItemAt:)", "collectionView:shouldHighlightItemAtIndexPath:"),
    ("collectionView(_:didHighlightItemAt:)", "collectionView:didHighlightItemAtIndexPath:"),
    ("collectionView(_:didUnhighlightItemAt:)", "collectionView:didUnhighlightItemAtIndexPath:"),
    ("collectionView(_:shouldSelectItemAt:)", "collectionView:shouldSelectItemAtIndexPath:"),
    ("collectionView(_:shouldDeselectItemAt:)", "collectionView:shouldDeselectItemAtIndexPath:"),
    ("collectionView(_:didSelectItemAt:)", "collectionView:didSelectItemAtIndexPath:"),
    ("collectionView(_:didDeselectItemAt:)", "collectionView:didDeselectItemAtIndexPath:"),
    ("collectionView(_:willDisplay:forItemAt:)", "collectionView:willDisplayCell:forItemAtIndexPath:"),
    (
      "collectionView(_:didEndDisplaying:forItemAt:)",
      "collectionView:didEndDisplayingCell:forItemAtIndexPath:"
    ),
    (
      "collectionView(_:willDisplaySupplementaryView:forElementKind:at:)",
      "collectionView:willDisplaySupplementaryView:forElementKind:atIndexPath:"
    ),
    (
      "collectionView(_:didEndDisplayingSupplementaryView:forElementOfKind:at:)",
      "collectionView:didEndDisplayingSupplementaryView:forElementOfKind:atIndexPath:"
    ),
    ("collectionView(_:shouldShowMenuForItemAt:)", "collectionView:shouldShowMenuForItemAtIndexPath:"),
    (
      "collectionView(_:canPerformAction:forItemAt:withSender:)",
      "collectionView:canPerformAction:forItemAtIndexPath:withSender:"
    ),
    (
      "collectionView(_:performAction:forItemAt:withSender:)",
      "collectionView:performAction:forItemAtIndexPath:withSender:"
    ),
    (
      "collectionView(_:targetIndexPathForMoveFromItemAt:toProposedIndexPath:)",
      "collectionView:targetIndexPathForMoveFromItemAtIndexPath:toProposedIndexPath:"
    ),
    ("collectionView(_:canFocusItemAt:)", "collectionView:canFocusItemAtIndexPath:"),
    (
      "collectionView(_:shouldBeginMultipleSelectionInteractionAt:)",
      "collectionView:shouldBeginMultipleSelectionInteractionAtIndexPath:"
    ),
    (
      "collectionView(_:didBeginMultipleSelectionInteractionAt:)",
      "collectionView:didBeginMultipleSelectionInteractionAtIndexPath:"
    ),
    (
      "collectionView(_:contextMenuConfigurationForItemAt:point:)",
      "collectionView:contextMenuConfigurationForItemAtIndexPath:point:"
    ),
    (
      "collectionView(_:contextMenuConfigurationForItemsAt:point:)",
      "collectionView:contextMenuConfigurationForItemsAtIndexPaths:point:"
    ),
    (
      "collectionView(_:contextMenuConfiguration:highlightPreviewForItemAt:)",
      "collectionView:contextMenuConfiguration:highlightPreviewForItemAtIndexPath:"
    ),
    (
      "collectionView(_:willPerformPreviewActionForMenuWith:animator:)",
      "collectionView:willPerformPreviewActionForMenuWithConfiguration:animator:"
    ),
    (
      "collectionView(_:willDisplayContextMenu:animator:)",
      "collectionView:willDisplayContextMenuWithConfiguration:animator:"
    ),
    (
      "collectionView(_:willEndContextMenuInteraction:animator:)",
      "collectionView:willEndContextMenuInteractionWithConfiguration:animator:"
    ),
    ("collectionView(_:prefetchItemsAt:)", "collectionView:prefetchItemsAtIndexPaths:"),
    (
      "collectionView(_:cancelPrefetchingForItemsAt:)",
      "collectionView:cancelPrefetchingForItemsAtIndexPaths:"
    ),
    ("collectionView(_:layout:sizeForItemAt:)", "collectionView:layout:sizeForItemAtIndexPath:"),
    ("collectionView(_:layout:insetForSectionAt:)", "collectionView:layout:insetForSectionAtIndex:"),
    (
      "collectionView(_:layout:minimumLineSpacingForSectionAt:)",
      "collectionView:layout:minimumLineSpacingForSectionAtIndex:"
    ),
    (
      "collectionView(_:layout:minimumInteritemSpacingForSectionAt:)",
      "collectionView:layout:minimumInteritemSpacingForSectionAtIndex:"
    ),
    ("collectionView(_:itemsForBeginning:at:)", "collectionView:itemsForBeginningDragSession:atIndexPath:"),
    (
      "collectionView(_:itemsForAddingTo:at:point:)",
      "collectionView:itemsForAddingToDragSession:atIndexPath:point:"
    ),
    (
      "collectionView(_:dragPreviewParametersForItemAt:)",
      "collectionView:dragPreviewParametersForItemAtIndexPath:"
    ),
    (
      "collectionView(_:dropPreviewParametersForItemAt:)",
      "collectionView:dropPreviewParametersForItemAtIndexPath:"
    ),
    ("collectionView(_:canHandle:)", "collectionView:canHandleDropSession:"),
    ("collectionView(_:performDropWith:)", "collectionView:performDropWithCoordinator:"),
    ("prepare()", "prepareLayout"),
    ("layoutAttributesForElements(in:)", "layoutAttributesForElementsInRect:"),
    ("layoutAttributesForItem(at:)", "layoutAttributesForItemAtIndexPath:"),
    (
      "layoutAttributesForSupplementaryView(ofKind:at:)",
      "layoutAttributesForSupplementaryViewOfKind:atIndexPath:"
    ),
    ("layoutAttributesForDecorationView(ofKind:at:)", "layoutAttributesForDecorationViewOfKind:atIndexPath:"),
    ("initialLayoutAttributesForAppearingItem(at:)", "initialLayoutAttributesForAppearingItemAtIndexPath:"),
    ("finalLayoutAttributesForDisappearingItem(at:)", "finalLayoutAttributesForDisappearingItemAtIndexPath:"),
    ("invalidateLayout(with:)", "invalidateLayoutWithContext:"),
    ("apply(_:)", "applyLayoutAttributes:"),
    ("preferredLayoutAttributesFitting(_:)", "preferredLayoutAttributesFittingAttributes:"),
    // Scroll view
    ("viewForZooming(in:)", "viewForZoomingInScrollView:"),
    ("scrollViewWillBeginZooming(_:with:)", "scrollViewWillBeginZooming:withView:"),
    ("scrollViewDidEndZooming(_:with:atScale:)", "scrollViewDidEndZooming:withView:atScale:"),
    ("touchesShouldBegin(_:with:in:)", "touchesShouldBegin:withEvent:inContentView:"),
    ("touchesShouldCancel(in:)", "touchesShouldCancelInContentView:"),
    // Text
    (
      "textField(_:shouldChangeCharactersIn:replacementString:)",
      "textField:shouldChangeCharactersInRange:replacementString:"
    ),
    (
      "textField(_:editMenuForCharactersIn:suggestedActions:)",
      "textField:editMenuForCharactersInRange:suggestedActions:"
    ),
    ("textField(_:willPresentEditMenuWith:)", "textField:willPresentEditMenuWithAnimator:"),
    ("textField(_:willDismissEditMenuWith:)", "textField:willDismissEditMenuWithAnimator:"),
    (
      "textView(_:editMenuForTextIn:suggestedActions:)", "textView:editMenuForTextInRange:suggestedActions:"
    ),
    ("textView(_:willPresentEditMenuWith:)", "textView:willPresentEditMenuWithAnimator:"),
    ("textView(_:willDismissEditMenuWith:)", "textView:willDismissEditMenuWithAnimator:"),
    ("editMenu(for:suggestedActions:)", "editMenuForTextRange:suggestedActions:"),
    ("willPresentEditMenu(with:)", "willPresentEditMenuWithAnimator:"),
    ("willDismissEditMenu(with:)", "willDismissEditMenuWithAnimator:"),
    ("textView(_:shouldChangeTextIn:replacementText:)", "textView:shouldChangeTextInRange:replacementText:"),
    ("textView(_:shouldInteractWith:in:interaction:)", "textView:shouldInteractWithURL:inRange:interaction:"),
    (
      "textView(_:primaryActionFor:defaultAction:)", "textView:primaryActionForTextItem:defaultAction:"
    ),
    (
      "searchBar(_:shouldChangeTextIn:replacementText:)", "searchBar:shouldChangeTextInRange:replacementText:"
    ),
    ("updateSearchResults(for:)", "updateSearchResultsForSearchController:"),
    (
      "updateSearchResults(for:selecting:)",
      "updateSearchResultsForSearchController:selectingSearchSuggestion:"
    ),
    ("caretRect(for:)", "caretRectForPosition:"),
    ("calendarView(_:decorationFor:)", "calendarView:decorationForDateComponents:"),
    ("largeContentViewerInteraction(_:itemAt:)", "largeContentViewerInteraction:itemAtPoint:"),
    ("largeContentViewerInteraction(_:didEndOn:at:)", "largeContentViewerInteraction:didEndOnItem:atPoint:"),
    ("drawBackground(forGlyphRange:at:)", "drawBackgroundForGlyphRange:atPoint:"),
    ("drawGlyphs(forGlyphRange:at:)", "drawGlyphsForGlyphRange:atPoint:"),
    // Documents, previews, the pointer
    (
      "pointerInteraction(_:regionFor:defaultRegion:)",
      "pointerInteraction:regionForRequest:defaultRegion:"
    ),
    ("pointerInteraction(_:styleFor:)", "pointerInteraction:styleForRegion:"),
    ("pointerInteraction(_:willEnter:animator:)", "pointerInteraction:willEnterRegion:animator:"),
    ("pointerInteraction(_:willExit:animator:)", "pointerInteraction:willExitRegion:animator:"),
    (
      "lineFragmentRect(forProposedRect:at:writingDirection:remaining:)",
      "lineFragmentRectForProposedRect:atIndex:writingDirection:remainingRect:"
    ),
    // Pickers
    ("numberOfComponents(in:)", "numberOfComponentsInPickerView:"),
    ("pickerView(_:viewForRow:forComponent:reusing:)", "pickerView:viewForRow:forComponent:reusingView:"),
    ("documentPicker(_:didPickDocumentsAt:)", "documentPicker:didPickDocumentsAtURLs:"),
    (
      "colorPickerViewController(_:didSelect:continuously:)",
      "colorPickerViewController:didSelectColor:continuously:"
    ),
    // Gestures
    (
      "gestureRecognizer(_:shouldRecognizeSimultaneouslyWith:)",
      "gestureRecognizer:shouldRecognizeSimultaneouslyWithGestureRecognizer:"
    ),
    (
      "gestureRecognizer(_:shouldRequireFailureOf:)",
      "gestureRecognizer:shouldRequireFailureOfGestureRecognizer:"
    ),
    (
      "gestureRecognizer(_:shouldBeRequiredToFailBy:)",
      "gestureRecognizer:shouldBeRequiredToFailByGestureRecognizer:"
    ),
    ("gestureRecognizer(_:shouldReceive:)", "gestureRecognizer:shouldReceiveTouch:"),
    ("canPrevent(_:)", "canPreventGestureRecognizer:"),
    ("canBePrevented(by:)", "canBePreventedByGestureRecognizer:"),
    ("shouldRequireFailure(of:)", "shouldRequireFailureOfGestureRecognizer:"),
    ("shouldBeRequiredToFail(by:)", "shouldBeRequiredToFailByGestureRecognizer:"),
    ("ignore(_:for:)", "ignoreTouch:forEvent:"),
    // Interactions
    ("previewingContext(_:commit:)", "previewingContext:commitViewController:"),
    ("interaction(_:didChangeWith:)", "interaction:didChangeWithContext:"),
    ("shouldAllow(_:with:)", "shouldAllowInteraction:withContext:"),
    ("tableView(_:shouldSpringLoadRowAt:with:)", "tableView:shouldSpringLoadRowAtIndexPath:withContext:"),
    (
      "collectionView(_:shouldSpringLoadItemAt:with:)",
      "collectionView:shouldSpringLoadItemAtIndexPath:withContext:"
    ),
    (
      "contextMenuInteraction(_:willDisplayMenuFor:animator:)",
      "contextMenuInteraction:willDisplayMenuForConfiguration:animator:"
    ),
    (
      "contextMenuInteraction(_:willEndFor:animator:)",
      "contextMenuInteraction:willEndForConfiguration:animator:"
    ),
    (
      "contextMenuInteraction(_:willPerformPreviewActionForMenuWith:animator:)",
      "contextMenuInteraction:willPerformPreviewActionForMenuWithConfiguration:animator:"
    ),
    (
      "editMenuInteraction(_:menuFor:suggestedActions:)",
      "editMenuInteraction:menuForConfiguration:suggestedActions:"
    ),
    (
      "editMenuInteraction(_:targetRectFor:)", "editMenuInteraction:targetRectForConfiguration:"
    ),
    (
      "editMenuInteraction(_:willPresentMenuFor:animator:)",
      "editMenuInteraction:willPresentMenuForConfiguration:animator:"
    ),
    (
      "editMenuInteraction(_:willDismissMenuFor:animator:)",
      "editMenuInteraction:willDismissMenuForConfiguration:animator:"
    ),
    ("dragInteraction(_:itemsForBeginning:)", "dragInteraction:itemsForBeginningSession:"),
    (
      "dragInteraction(_:itemsForAddingTo:withTouchAt:)",
      "dragInteraction:itemsForAddingToSession:withTouchAtPoint:"
    ),
    (
      "dragInteraction(_:sessionForAddingItems:withTouchAt:)",
      "dragInteraction:sessionForAddingItems:withTouchAtPoint:"
    ),
    (
      "dragInteraction(_:session:willAdd:for:)",
      "dragInteraction:session:willAddItems:forInteraction:"
    ),
    ("dropInteraction(_:canHandle:)", "dropInteraction:canHandleSession:"),
    ("dragInteraction(_:previewForLifting:session:)", "dragInteraction:previewForLiftingItem:session:"),
    (
      "dragInteraction(_:willAnimateLiftWith:session:)",
      "dragInteraction:willAnimateLiftWithAnimator:session:"
    ),
    ("dragInteraction(_:session:willEndWith:)", "dragInteraction:session:willEndWithOperation:"),
    ("dragInteraction(_:session:didEndWith:)", "dragInteraction:session:didEndWithOperation:"),
    (
      "dragInteraction(_:previewForCancelling:withDefault:)",
      "dragInteraction:previewForCancellingItem:withDefault:"
    ),
    ("dragInteraction(_:item:willAnimateCancelWith:)", "dragInteraction:item:willAnimateCancelWithAnimator:"),
    (
      "dropInteraction(_:previewForDropping:withDefault:)",
      "dropInteraction:previewForDroppingItem:withDefault:"
    ),
    ("dropInteraction(_:item:willAnimateDropWith:)", "dropInteraction:item:willAnimateDropWithAnimator:"),
    (
      "collisionBehavior(_:beganContactFor:with:at:)",
      "collisionBehavior:beganContactForItem:withItem:atPoint:"
    ),
    ("collisionBehavior(_:endedContactFor:with:)", "collisionBehavior:endedContactForItem:withItem:"),
    (
      "collisionBehavior(_:beganContactFor:withBoundaryIdentifier:at:)",
      "collisionBehavior:beganContactForItem:withBoundaryIdentifier:atPoint:"
    ),
    (
      "collisionBehavior(_:endedContactFor:withBoundaryIdentifier:)",
      "collisionBehavior:endedContactForItem:withBoundaryIdentifier:"
    ),
    // Documents
    ("save(to:for:completionHandler:)", "saveToURL:forSaveOperation:completionHandler:"),
    // Objects, key-value coding and observing
    ("responds(to:)", "respondsToSelector:"),
    ("perform(_:)", "performSelector:"),
    ("perform(_:with:)", "performSelector:withObject:"),
    ("perform(_:with:with:)", "performSelector:withObject:withObject:"),
    ("perform(_:with:afterDelay:)", "performSelector:withObject:afterDelay:"),
    ("isKind(of:)", "isKindOfClass:"),
    ("isMember(of:)", "isMemberOfClass:"),
    ("conforms(to:)", "conformsToProtocol:"),
    ("forwardingTarget(for:)", "forwardingTargetForSelector:"),
    ("copy(with:)", "copyWithZone:"),
    ("mutableCopy(with:)", "mutableCopyWithZone:"),
    ("encode(with:)", "encodeWithCoder:"),
    ("observeValue(forKeyPath:of:change:context:)", "observeValueForKeyPath:ofObject:change:context:"),
    // Location and notifications
    ("locationManager(_:didRange:satisfying:)", "locationManager:didRangeBeacons:satisfyingConstraint:"),
    ("locationManager(_:didRangeBeacons:in:)", "locationManager:didRangeBeacons:inRegion:"),
    (
      "locationManager(_:didFailRangingFor:error:)",
      "locationManager:didFailRangingBeaconsForConstraint:error:"
    ),
    (
      "locationManager(_:rangingBeaconsDidFailFor:withError:)",
      "locationManager:rangingBeaconsDidFailForRegion:withError:"
    ),
    ("locationManager(_:didUpdateTo:from:)", "locationManager:didUpdateToLocation:fromLocation:"),
    ("locationManager(_:didChangeAuthorization:)", "locationManager:didChangeAuthorizationStatus:"),
    ("locationManager(_:didDetermineState:for:)", "locationManager:didDetermineState:forRegion:"),
    ("locationManager(_:didStartMonitoringFor:)", "locationManager:didStartMonitoringForRegion:"),
    (
      "locationManager(_:monitoringDidFailFor:withError:)",
      "locationManager:monitoringDidFailForRegion:withError:"
    ),
    ("mapView(_:viewFor:)", "mapView:viewForAnnotation:"),
    ("mapView(_:rendererFor:)", "mapView:rendererForOverlay:"),
    ("mapView(_:didSelect:)", "mapView:didSelectAnnotationView:"),
    ("mapView(_:didDeselect:)", "mapView:didDeselectAnnotationView:"),
    ("mapView(_:didAdd:)", "mapView:didAddAnnotationViews:"),
    ("mapView(_:didUpdate:)", "mapView:didUpdateUserLocation:"),
    ("mapView(_:didChange:animated:)", "mapView:didChangeUserTrackingMode:animated:"),
    (
      "mapView(_:annotationView:didChange:fromOldState:)",
      "mapView:annotationView:didChangeDragState:fromOldState:"
    ),
    // Core Data, URL sessions, audio, web
    (
      "controller(_:didChange:at:for:newIndexPath:)",
      "controller:didChangeObject:atIndexPath:forChangeType:newIndexPath:"
    ),
    ("controller(_:didChange:atSectionIndex:for:)", "controller:didChangeSection:atIndex:forChangeType:"),
    ("controller(_:didChangeContentWith:)", "controller:didChangeContentWithSnapshot:"),
    ("urlSession(_:task:didCompleteWithError:)", "URLSession:task:didCompleteWithError:"),
    ("urlSession(_:dataTask:didReceive:)", "URLSession:dataTask:didReceiveData:"),
    (
      "urlSession(_:dataTask:didReceive:completionHandler:)",
      "URLSession:dataTask:didReceiveResponse:completionHandler:"
    ),
    (
      "urlSession(_:downloadTask:didFinishDownloadingTo:)",
      "URLSession:downloadTask:didFinishDownloadingToURL:"
    ),
    (
      "urlSession(_:downloadTask:didWriteData:totalBytesWritten:totalBytesExpectedToWrite:)",
      "URLSession:downloadTask:didWriteData:totalBytesWritten:totalBytesExpectedToWrite:"
    ),
    (
      "urlSessionDidFinishEvents(forBackgroundURLSession:)",
      "URLSessionDidFinishEventsForBackgroundURLSession:"
    ),
    (
      "webView(_:shouldStartLoadWith:navigationType:)",
      "webView:shouldStartLoadWithRequest:navigationType:"
    ),
    ("webView(_:didFinish:)", "webView:didFinishNavigation:"),
    ("webView(_:didFail:withError:)", "webView:didFailNavigation:withError:"),
    ("webView(_:didCommit:)", "webView:didCommitNavigation:"),
    ("userContentController(_:didReceive:)", "userContentController:didReceiveScriptMessage:"),
    // Properties
    ("childForStatusBarStyle", "childViewControllerForStatusBarStyle"),
    ("childForStatusBarHidden", "childViewControllerForStatusBarHidden"),
    ("next", "nextResponder"),
  ]

  /// Methods whose selector can be derived from the Swift name.
  static let others: [String] = [
    // Application delegate
    "application(_:didFinishLaunchingWithOptions:)",
    "application(_:willFinishLaunchingWithOptions:)",
    "applicationDidBecomeActive(_:)",
    "applicationWillResignActive(_:)",
    "applicationDidEnterBackground(_:)",
    "applicationWillEnterForeground(_:)",
    "applicationWillTerminate(_:)",
    "applicationDidReceiveMemoryWarning(_:)",
    "applicationSignificantTimeChange(_:)",
    "applicationProtectedDataDidBecomeAvailable(_:)",
    "applicationProtectedDataWillBecomeUnavailable(_:)",
    "applicationDidFinishLaunching(_:)",
    "application(_:shouldSaveApplicationState:)",
    "application(_:shouldRestoreApplicationState:)",
    "application(_:shouldSaveSecureApplicationState:)",
    "application(_:shouldRestoreSecureApplicationState:)",
    "application(_:viewControllerWithRestorationIdentifierPath:coder:)",
    "application(_:didDiscardSceneSessions:)",
    "application(_:performFetchWithCompletionHandler:)",
    "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
    "application(_:handleActionWithIdentifier:forRemoteNotification:completionHandler:)",
    "application(_:handleActionWithIdentifier:forRemoteNotification:withResponseInfo:completionHandler:)",
    "application(_:didReceiveRemoteNotification:)",
    "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
    "application(_:didFailToRegisterForRemoteNotificationsWithError:)",
    "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
    "application(_:willContinueUserActivityWithType:)",
    "application(_:didFailToContinueUserActivityWithType:error:)",
    "application(_:shouldAllowExtensionPointIdentifier:)",
    "applicationShouldRequestHealthAuthorization(_:)",
    // Scene delegate
    "sceneDidDisconnect(_:)",
    "sceneDidBecomeActive(_:)",
    "sceneWillResignActive(_:)",
    "sceneWillEnterForeground(_:)",
    "sceneDidEnterBackground(_:)",
    "scene(_:openURLContexts:)",
    "scene(_:willContinueUserActivityWithType:)",
    "scene(_:didFailToContinueUserActivityWithType:error:)",
    // View controller
    "loadView()",
    "loadViewIfNeeded()",
    "viewDidLoad()",
    "viewWillAppear(_:)",
    "viewIsAppearing(_:)",
    "viewDidAppear(_:)",
    "viewWillDisappear(_:)",
    "viewDidDisappear(_:)",
    "viewWillLayoutSubviews()",
    "viewDidLayoutSubviews()",
    "didReceiveMemoryWarning()",
    "updateViewConstraints()",
    "viewSafeAreaInsetsDidChange()",
    "viewLayoutMarginsDidChange()",
    "size(forChildContentContainer:withParentContainerSize:)",
    "systemLayoutFittingSizeDidChange(forChildContentContainer:)",
    "preferredContentSizeDidChange(forChildContentContainer:)",
    "shouldPerformSegue(withIdentifier:sender:)",
    "performSegue(withIdentifier:sender:)",
    "showDetailViewController(_:sender:)",
    "targetViewController(forAction:sender:)",
    "setEditing(_:animated:)",
    "setNeedsStatusBarAppearanceUpdate()",
    "applicationFinishedRestoringState()",
    "viewController(withRestorationIdentifierPath:coder:)",
    "tabBarControllerSupportedInterfaceOrientations(_:)",
    "tabBarControllerPreferredInterfaceOrientationForPresentation(_:)",
    // Navigation
    "navigationControllerSupportedInterfaceOrientations(_:)",
    "navigationControllerPreferredInterfaceOrientationForPresentation(_:)",
    "pushViewController(_:animated:)",
    "popToViewController(_:animated:)",
    "setViewControllers(_:animated:)",
    "setNavigationBarHidden(_:animated:)",
    "setToolbarHidden(_:animated:)",
    "setToolbarItems(_:animated:)",
    // Page view controller
    "pageViewController(_:didFinishAnimating:previousViewControllers:transitionCompleted:)",
    // Split view controller
    "splitViewController(_:topColumnForCollapsingToProposedTopColumn:)",
    "splitViewControllerSupportedInterfaceOrientations(_:)",
    // Presentation
    "presentationController(_:viewControllerForAdaptivePresentationStyle:)",
    "presentationController(_:willPresentWithAdaptiveStyle:transitionCoordinator:)",
    "presentationControllerShouldDismiss(_:)",
    "presentationControllerWillDismiss(_:)",
    "presentationControllerDidDismiss(_:)",
    "presentationControllerDidAttemptToDismiss(_:)",
    "prepareForPopoverPresentation(_:)",
    "alertView(_:willDismissWithButtonIndex:)",
    "alertView(_:didDismissWithButtonIndex:)",
    "alertViewCancel(_:)",
    "alertViewShouldEnableFirstOtherButton(_:)",
    "popoverPresentationControllerShouldDismissPopover(_:)",
    "popoverPresentationControllerDidDismissPopover(_:)",
    "sheetPresentationControllerDidChangeSelectedDetentIdentifier(_:)",
    "animationEnded(_:)",
    "startInteractiveTransition(_:)",
    "presentationTransitionWillBegin()",
    "presentationTransitionDidEnd(_:)",
    "dismissalTransitionWillBegin()",
    "dismissalTransitionDidEnd(_:)",
    "containerViewWillLayoutSubviews()",
    "containerViewDidLayoutSubviews()",
    // Responder
    "touchesEstimatedPropertiesUpdated(_:)",
    "becomeFirstResponder()",
    "resignFirstResponder()",
    "canPerformAction(_:withSender:)",
    "target(forAction:withSender:)",
    "reloadInputViews()",
    "updateUserActivityState(_:)",
    "restoreUserActivityState(_:)",
    "cut(_:)",
    "copy(_:)",
    "paste(_:)",
    "select(_:)",
    "selectAll(_:)",
    "delete(_:)",
    "increaseSize(_:)",
    "decreaseSize(_:)",
    "makeTextWritingDirectionLeftToRight(_:)",
    "makeTextWritingDirectionRightToLeft(_:)",
    // View
    "layoutSubviews()",
    "awakeFromNib()",
    "prepareForInterfaceBuilder()",
    "didAddSubview(_:)",
    "willRemoveSubview(_:)",
    "willMove(toSuperview:)",
    "didMoveToSuperview()",
    "willMove(toWindow:)",
    "didMoveToWindow()",
    "removeFromSuperview()",
    "endEditing(_:)",
    "setNeedsDisplay()",
    "setNeedsLayout()",
    "layoutIfNeeded()",
    "setNeedsUpdateConstraints()",
    "updateConstraints()",
    "updateConstraintsIfNeeded()",
    "invalidateIntrinsicContentSize()",
    "sizeToFit()",
    "sizeThatFits(_:)",
    "traitCollectionDidChange(_:)",
    "tintColorDidChange()",
    "safeAreaInsetsDidChange()",
    "layoutMarginsDidChange()",
    "alignmentRect(forFrame:)",
    "frame(forAlignmentRect:)",
    "gestureRecognizerShouldBegin(_:)",
    "addSubview(_:)",
    "bringSubviewToFront(_:)",
    "sendSubviewToBack(_:)",
    "layerWillDraw(_:)",
    // Layer
    "layoutSublayers()",
    "display()",
    "action(forKey:)",
    "needsDisplay(forKey:)",
    "animationDidStart(_:)",
    "animationDidStop(_:finished:)",
    // Control
    "thumbRect(forBounds:trackRect:value:)",
    "trackRect(forBounds:)",
    "minimumValueImageRect(forBounds:)",
    "maximumValueImageRect(forBounds:)",
    "titleRect(forContentRect:)",
    "imageRect(forContentRect:)",
    "contentRect(forBounds:)",
    "backgroundRect(forBounds:)",
    "textRect(forBounds:)",
    "textRect(forBounds:limitedToNumberOfLines:)",
    "editingRect(forBounds:)",
    "placeholderRect(forBounds:)",
    "clearButtonRect(forBounds:)",
    "leftViewRect(forBounds:)",
    "rightViewRect(forBounds:)",
    // Table view
    "tableView(_:numberOfRowsInSection:)",
    "tableView(_:titleForHeaderInSection:)",
    "tableView(_:titleForFooterInSection:)",
    "tableView(_:willDisplayHeaderView:forSection:)",
    "tableView(_:willDisplayFooterView:forSection:)",
    "tableView(_:didEndDisplayingHeaderView:forSection:)",
    "tableView(_:didEndDisplayingFooterView:forSection:)",
    "tableView(_:heightForHeaderInSection:)",
    "tableView(_:heightForFooterInSection:)",
    "tableView(_:estimatedHeightForHeaderInSection:)",
    "tableView(_:estimatedHeightForFooterInSection:)",
    "tableView(_:viewForHeaderInSection:)",
    "tableView(_:viewForFooterInSection:)",
    "tableView(_:previewForHighlightingContextMenuWithConfiguration:)",
    "tableViewDidEndMultipleSelectionInteraction(_:)",
    "tableView(_:dropSessionDidUpdate:withDestinationIndexPath:)",
    "tableView(_:dragSessionWillBegin:)",
    "tableView(_:dragSessionDidEnd:)",
    "tableView(_:dragSessionAllowsMoveOperation:)",
    "tableView(_:dragSessionIsRestrictedToDraggingApplication:)",
    "tableView(_:dropSessionDidEnter:)",
    "tableView(_:dropSessionDidExit:)",
    "tableView(_:dropSessionDidEnd:)",
    "dragStateDidChange(_:)",
    "setSelected(_:animated:)",
    "setHighlighted(_:animated:)",
    "prepareForReuse()",
    "reloadData()",
    // Collection view
    "collectionView(_:numberOfItemsInSection:)",
    "collectionView(_:transitionLayoutForOldLayout:newLayout:)",
    "collectionView(_:targetContentOffsetForProposedContentOffset:)",
    "collectionView(_:previewForHighlightingContextMenuWithConfiguration:)",
    "collectionViewDidEndMultipleSelectionInteraction(_:)",
    "collectionView(_:targetIndexPathForMoveOfItemFromOriginalIndexPath:atCurrentIndexPath:toProposedIndexPath:)",
    "collectionView(_:layout:referenceSizeForHeaderInSection:)",
    "collectionView(_:layout:referenceSizeForFooterInSection:)",
    "collectionView(_:dropSessionDidUpdate:withDestinationIndexPath:)",
    "collectionView(_:dragSessionWillBegin:)",
    "collectionView(_:dragSessionDidEnd:)",
    "collectionView(_:dragSessionAllowsMoveOperation:)",
    "collectionView(_:dragSessionIsRestrictedToDraggingApplication:)",
    "collectionView(_:dropSessionDidEnter:)",
    "collectionView(_:dropSessionDidExit:)",
    "collectionView(_:dropSessionDidEnd:)",
    "shouldInvalidateLayout(forBoundsChange:)",
    "invalidationContext(forBoundsChange:)",
    "targetContentOffset(forProposedContentOffset:withScrollingVelocity:)",
    "targetContentOffset(forProposedContentOffset:)",
    "invalidateLayout()",
    "prepare(forCollectionViewUpdates:)",
    "finalizeCollectionViewUpdates()",
    // Scroll view
    "scrollViewDidScroll(_:)",
    "scrollViewDidZoom(_:)",
    "scrollViewWillBeginDragging(_:)",
    "scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)",
    "scrollViewDidEndDragging(_:willDecelerate:)",
    "scrollViewWillBeginDecelerating(_:)",
    "scrollViewDidEndDecelerating(_:)",
    "scrollViewDidEndScrollingAnimation(_:)",
    "scrollViewShouldScrollToTop(_:)",
    "scrollViewDidScrollToTop(_:)",
    "scrollViewDidChangeAdjustedContentInset(_:)",
    // Text
    "textFieldShouldBeginEditing(_:)",
    "textFieldDidBeginEditing(_:)",
    "textFieldShouldEndEditing(_:)",
    "textFieldDidEndEditing(_:)",
    "textFieldDidEndEditing(_:reason:)",
    "textFieldDidChangeSelection(_:)",
    "textFieldShouldClear(_:)",
    "textFieldShouldReturn(_:)",
    "textViewShouldBeginEditing(_:)",
    "textViewShouldEndEditing(_:)",
    "textViewDidBeginEditing(_:)",
    "textViewDidEndEditing(_:)",
    "textViewDidChange(_:)",
    "textViewDidChangeSelection(_:)",
    "searchBarShouldBeginEditing(_:)",
    "searchBarTextDidBeginEditing(_:)",
    "searchBarShouldEndEditing(_:)",
    "searchBarTextDidEndEditing(_:)",
    "searchBar(_:textDidChange:)",
    "searchBarSearchButtonClicked(_:)",
    "searchBarCancelButtonClicked(_:)",
    "searchBarBookmarkButtonClicked(_:)",
    "searchBarResultsListButtonClicked(_:)",
    "searchBar(_:selectedScopeButtonIndexDidChange:)",
    "willPresentSearchController(_:)",
    "didPresentSearchController(_:)",
    "willDismissSearchController(_:)",
    "didDismissSearchController(_:)",
    "presentSearchController(_:)",
    "insertText(_:)",
    "deleteBackward()",
    // Pickers
    "pickerView(_:numberOfRowsInComponent:)",
    "pickerView(_:widthForComponent:)",
    "pickerView(_:rowHeightForComponent:)",
    "pickerView(_:titleForRow:forComponent:)",
    "pickerView(_:attributedTitleForRow:forComponent:)",
    "pickerView(_:didSelectRow:inComponent:)",
    "pickerView(_:accessibilityLabelForComponent:)",
    "pickerView(_:accessibilityHintForComponent:)",
    "imagePickerController(_:didFinishPickingMediaWithInfo:)",
    "imagePickerControllerDidCancel(_:)",
    "documentPickerWasCancelled(_:)",
    "picker(_:didFinishPicking:)",
    "colorPickerViewControllerDidFinish(_:)",
    "colorPickerViewControllerDidSelectColor(_:)",
    "previewInteractionShouldBegin(_:)",
    "previewInteraction(_:didUpdatePreviewTransition:ended:)",
    "previewInteraction(_:didUpdateCommitTransition:ended:)",
    "previewInteractionDidCancel(_:)",
    "documentInteractionControllerViewControllerForPreview(_:)",
    "documentInteractionControllerRectForPreview(_:)",
    "documentInteractionControllerViewForPreview(_:)",
    "documentInteractionControllerWillBeginPreview(_:)",
    "documentInteractionControllerDidEndPreview(_:)",
    "documentInteractionControllerWillPresentOptionsMenu(_:)",
    "documentInteractionControllerDidDismissOptionsMenu(_:)",
    "documentInteractionControllerWillPresentOpenInMenu(_:)",
    "documentInteractionControllerDidDismissOpenInMenu(_:)",
    "fontPickerViewControllerDidPickFont(_:)",
    "fontPickerViewControllerDidCancel(_:)",
    // Gestures
    "reset()",
    // Interactions
    "contextMenuInteraction(_:configurationForMenuAtLocation:)",
    "previewingContext(_:viewControllerForLocation:)", "interactionDidFinish(_:)",
    "contextMenuInteraction(_:previewForHighlightingMenuWithConfiguration:)",
    "dropInteraction(_:sessionDidUpdate:)",
    "dragInteraction(_:sessionWillBegin:)",
    "dragInteraction(_:sessionDidMove:)",
    "dragInteraction(_:sessionAllowsMoveOperation:)",
    "dragInteraction(_:sessionIsRestrictedToDraggingApplication:)",
    "dragInteraction(_:sessionDidTransferItems:)",
    "dropInteraction(_:sessionDidEnter:)",
    "dropInteraction(_:sessionDidExit:)",
    "dropInteraction(_:concludeDrop:)",
    "dropInteraction(_:sessionDidEnd:)",
    "adjustTextPosition(byCharacterOffset:)",
    "dropInteraction(_:performDrop:)",
    "dynamicAnimatorDidPause(_:)",
    "dynamicAnimatorWillResume(_:)",
    "perform()",
    "accessibilityActivate()",
    "accessibilityIncrement()",
    "accessibilityDecrement()",
    "accessibilityPerformEscape()",
    "accessibilityPerformMagicTap()",
    "accessibilityScroll(_:)",
    // Calendar views, printing, layout managers
    "calendarView(_:didChangeVisibleDateComponentsFrom:)",
    "dateSelection(_:canSelectDate:)",
    "dateSelection(_:didSelectDate:)",
    "multiDateSelection(_:didSelectDate:)",
    "multiDateSelection(_:didDeselectDate:)",
    "multiDateSelection(_:canSelectDate:)",
    "multiDateSelection(_:canDeselectDate:)",
    "printInteractionControllerParentViewController(_:)",
    "printInteractionControllerWillPresentPrinterOptions(_:)",
    "printInteractionControllerDidPresentPrinterOptions(_:)",
    "printInteractionControllerWillDismissPrinterOptions(_:)",
    "printInteractionControllerDidDismissPrinterOptions(_:)",
    "printInteractionControllerWillStartJob(_:)",
    "printInteractionControllerDidFinishJob(_:)",
    "drawUnderline(forGlyphRange:underlineType:baselineOffset:lineFragmentRect:lineFragmentGlyphRange:containerOrigin:)",
    "underlineGlyphRange(_:underlineType:lineFragmentRect:lineFragmentGlyphRange:containerOrigin:)",
    "drawStrikethrough(forGlyphRange:strikethroughType:baselineOffset:lineFragmentRect:lineFragmentGlyphRange:containerOrigin:)",
    "strikethroughGlyphRange(_:strikethroughType:lineFragmentRect:lineFragmentGlyphRange:containerOrigin:)",
    // Documents
    "open(completionHandler:)",
    "close(completionHandler:)",
    // Objects, key-value coding and observing
    "isEqual(_:)",
    "doesNotRecognizeSelector(_:)",
    "copy()",
    "mutableCopy()",
    "value(forKey:)",
    "value(forKeyPath:)",
    "value(forUndefinedKey:)",
    "setValue(_:forKey:)",
    "setValue(_:forKeyPath:)",
    "setValue(_:forUndefinedKey:)",
    "setNilValueForKey(_:)",
    "addObserver(_:forKeyPath:options:context:)",
    "removeObserver(_:forKeyPath:)",
    "removeObserver(_:forKeyPath:context:)",
    "willChangeValue(forKey:)",
    "didChangeValue(forKey:)",
    "fire()",
    "invalidate()",
    "start()",
    "cancel()",
    "undo()",
    "redo()",
    // Location and notifications
    "locationManager(_:didUpdateLocations:)",
    "locationManager(_:didFailWithError:)",
    "locationManagerDidChangeAuthorization(_:)",
    "locationManager(_:didEnterRegion:)",
    "locationManager(_:didExitRegion:)",
    "locationManager(_:didUpdateHeading:)",
    "locationManager(_:didVisit:)",
    "locationManager(_:didFinishDeferredUpdatesWithError:)",
    "locationManagerShouldDisplayHeadingCalibration(_:)",
    "locationManagerDidPauseLocationUpdates(_:)",
    "locationManagerDidResumeLocationUpdates(_:)",
    "mapView(_:annotationView:calloutAccessoryControlTapped:)",
    "mapView(_:regionDidChangeAnimated:)",
    "mapView(_:regionWillChangeAnimated:)",
    "mapViewDidChangeVisibleRegion(_:)",
    "mapViewWillStartLoadingMap(_:)",
    "mapViewDidFinishLoadingMap(_:)",
    "mapViewDidFailLoadingMap(_:withError:)",
    "mapViewWillStartRenderingMap(_:)",
    "mapViewDidFinishRenderingMap(_:fullyRendered:)",
    "mapViewWillStartLocatingUser(_:)",
    "mapViewDidStopLocatingUser(_:)",
    "mapView(_:didFailToLocateUserWithError:)",
    "mapView(_:clusterAnnotationForMemberAnnotations:)",
    "completerDidUpdateResults(_:)",
    "completer(_:didFailWithError:)",
    // Core Data, URL sessions, audio, web
    "controllerWillChangeContent(_:)",
    "controllerDidChangeContent(_:)",
    "controller(_:sectionIndexTitleForSectionName:)",
    "audioPlayerDidFinishPlaying(_:successfully:)",
    "webView(_:didStartProvisionalNavigation:)",
    "webViewDidStartLoad(_:)",
    "webViewDidFinishLoad(_:)",
    "webView(_:didFailLoadWithError:)",
    // Properties
    "prefersStatusBarHidden",
    "preferredStatusBarStyle",
    "preferredStatusBarUpdateAnimation",
    "shouldAutorotate",
    "supportedInterfaceOrientations",
    "preferredInterfaceOrientationForPresentation",
    "prefersHomeIndicatorAutoHidden",
    "prefersPointerLocked",
    "childViewControllerForPointerLock",
    "canBecomeFirstResponder",
    "canResignFirstResponder",
    "intrinsicContentSize",
    "layerClass",
    "keyCommands",
    "inputView",
    "inputAccessoryView",
    "undoManager",
    "isEditing",
    "isHighlighted",
    "isSelected",
    "isEnabled",
    "isHidden",
    "description",
    "debugDescription",
    "hash",
    "collectionViewContentSize",
    "frameOfPresentedViewInContainerView",
    "shouldPresentInFullscreen",
    "shouldRemovePresentersView",
    "presentationStyle",
    "accessibilityLabel",
    "accessibilityValue",
    "accessibilityHint",
    "accessibilityTraits",
    "isAccessibilityElement",
    "accessibilityFrame",
  ]

  /// Methods of framework classes that are sent by selector (F-165). An app's method of the same name is not
  /// one of them unless it is an override.
  static let messages: [(swift: String, objc: String)] = [
    ("sendActions(for:)", "sendActionsForControlEvents:"),
    ("addTarget(_:action:for:)", "addTarget:action:forControlEvents:"),
    ("removeTarget(_:action:for:)", "removeTarget:action:forControlEvents:"),
    ("setNeedsUpdateConfiguration()", "setNeedsUpdateConfiguration"),
    ("updateConfiguration()", "updateConfiguration"),
    ("setTitleColor(_:for:)", "setTitleColor:forState:"),
    ("setBackgroundImage(_:for:)", "setBackgroundImage:forState:"),
    ("setAttributedTitle(_:for:)", "setAttributedTitle:forState:"),
    ("title(for:)", "titleForState:"),
    ("image(for:)", "imageForState:"),
    ("setOn(_:animated:)", "setOn:animated:"),
    ("setValue(_:animated:)", "setValue:animated:"),
    ("setThumbImage(_:for:)", "setThumbImage:forState:"),
    ("setMinimumTrackImage(_:for:)", "setMinimumTrackImage:forState:"),
    ("setMaximumTrackImage(_:for:)", "setMaximumTrackImage:forState:"),
    ("removeAllSegments()", "removeAllSegments"),
    ("insertSegment(withTitle:at:animated:)", "insertSegmentWithTitle:atIndex:animated:"),
    ("insertSegment(with:at:animated:)", "insertSegmentWithImage:atIndex:animated:"),
    ("removeSegment(at:animated:)", "removeSegmentAtIndex:animated:"),
    ("setTitle(_:forSegmentAt:)", "setTitle:forSegmentAtIndex:"),
    ("titleForSegment(at:)", "titleForSegmentAtIndex:"),
    ("setEnabled(_:forSegmentAt:)", "setEnabled:forSegmentAtIndex:"),
    ("updateCurrentPageDisplay()", "updateCurrentPageDisplay"),
    ("setDate(_:animated:)", "setDate:animated:"),
    ("setProgress(_:animated:)", "setProgress:animated:"),
    ("startAnimating()", "startAnimating"),
    ("stopAnimating()", "stopAnimating"),
    ("beginRefreshing()", "beginRefreshing"),
    ("endRefreshing()", "endRefreshing"),
    ("unmarkText()", "unmarkText"),
    ("scrollRangeToVisible(_:)", "scrollRangeToVisible:"),
    ("pushItem(_:animated:)", "pushNavigationItem:animated:"),
    ("popItem(animated:)", "popNavigationItemAnimated:"),
    ("setItems(_:animated:)", "setItems:animated:"),
    ("setBackgroundImage(_:for:barMetrics:)", "setBackgroundImage:forBarPosition:barMetrics:"),
    ("setShowsCancelButton(_:animated:)", "setShowsCancelButton:animated:"),
    ("require(toFail:)", "requireGestureRecognizerToFail:"),
    ("location(in:)", "locationInView:"),
    ("addTarget(_:action:)", "addTarget:action:"),
    ("removeTarget(_:action:)", "removeTarget:action:"),
    ("hideMenu()", "hideMenu"),
    ("update()", "update"),
    ("setMenuVisible(_:animated:)", "setMenuVisible:animated:"),
    ("impactOccurred()", "impactOccurred"),
    ("selectionChanged()", "selectionChanged"),
    ("startAnimation()", "startAnimation"),
    ("pauseAnimation()", "pauseAnimation"),
    ("stopAnimation(_:)", "stopAnimation:"),
    ("removeAllBehaviors()", "removeAllBehaviors"),
    ("addBehavior(_:)", "addBehavior:"),
    ("removeBehavior(_:)", "removeBehavior:"),
    ("needsUpdateConstraints()", "needsUpdateConstraints"),
    ("exerciseAmbiguityInLayout()", "exerciseAmbiguityInLayout"),
    ("addConstraint(_:)", "addConstraint:"),
    ("addConstraints(_:)", "addConstraints:"),
    ("removeConstraint(_:)", "removeConstraint:"),
    ("removeConstraints(_:)", "removeConstraints:"),
    ("addLayoutGuide(_:)", "addLayoutGuide:"),
    ("removeLayoutGuide(_:)", "removeLayoutGuide:"),
    ("insertSubview(_:aboveSubview:)", "insertSubview:aboveSubview:"),
    ("insertSubview(_:belowSubview:)", "insertSubview:belowSubview:"),
    ("isDescendant(of:)", "isDescendantOfView:"),
    ("addGestureRecognizer(_:)", "addGestureRecognizer:"),
    ("removeGestureRecognizer(_:)", "removeGestureRecognizer:"),
    ("addMotionEffect(_:)", "addMotionEffect:"),
    ("removeMotionEffect(_:)", "removeMotionEffect:"),
    ("snapshotView(afterScreenUpdates:)", "snapshotViewAfterScreenUpdates:"),
    ("exchangeSubview(at:withSubviewAt:)", "exchangeSubviewAtIndex:withSubviewAtIndex:"),
    ("viewWithTag(_:)", "viewWithTag:"),
    ("convert(_:to:)", "convertPoint:toView:"),
    ("convert(_:from:)", "convertPoint:fromView:"),
    ("addInteraction(_:)", "addInteraction:"),
    ("removeInteraction(_:)", "removeInteraction:"),
    ("drawHierarchy(in:afterScreenUpdates:)", "drawViewHierarchyInRect:afterScreenUpdates:"),
    ("makeKey()", "makeKeyWindow"),
    ("makeKeyAndVisible()", "makeKeyAndVisible"),
    ("becomeKey()", "becomeKeyWindow"),
    ("resignKey()", "resignKeyWindow"),
    ("sendEvent(_:)", "sendEvent:"),
    ("addArrangedSubview(_:)", "addArrangedSubview:"),
    ("removeArrangedSubview(_:)", "removeArrangedSubview:"),
    ("insertArrangedSubview(_:at:)", "insertArrangedSubview:atIndex:"),
    ("setCustomSpacing(_:after:)", "setCustomSpacing:afterView:"),
    ("customSpacing(after:)", "customSpacingAfterView:"),
    ("flashScrollIndicators()", "flashScrollIndicators"),
    ("adjustedContentInsetDidChange()", "adjustedContentInsetDidChange"),
    ("setContentOffset(_:animated:)", "setContentOffset:animated:"),
    ("scrollRectToVisible(_:animated:)", "scrollRectToVisible:animated:"),
    ("setZoomScale(_:animated:)", "setZoomScale:animated:"),
    ("zoom(to:animated:)", "zoomToRect:animated:"),
    ("reloadSectionIndexTitles()", "reloadSectionIndexTitles"),
    ("beginUpdates()", "beginUpdates"),
    ("endUpdates()", "endUpdates"),
    ("deselectRow(at:animated:)", "deselectRowAtIndexPath:animated:"),
    ("reconfigureRows(at:)", "reconfigureRowsAtIndexPaths:"),
    ("moveRow(at:to:)", "moveRowAtIndexPath:toIndexPath:"),
    ("cellForRow(at:)", "cellForRowAtIndexPath:"),
    ("indexPath(for:)", "indexPathForCell:"),
    ("dequeueReusableCell(withIdentifier:)", "dequeueReusableCellWithIdentifier:"),
    ("scrollToRow(at:at:animated:)", "scrollToRowAtIndexPath:atScrollPosition:animated:"),
    ("selectRow(at:animated:scrollPosition:)", "selectRowAtIndexPath:animated:scrollPosition:"),
    ("insertRows(at:with:)", "insertRowsAtIndexPaths:withRowAnimation:"),
    ("deleteRows(at:with:)", "deleteRowsAtIndexPaths:withRowAnimation:"),
    ("reloadRows(at:with:)", "reloadRowsAtIndexPaths:withRowAnimation:"),
    ("insertSections(_:with:)", "insertSections:withRowAnimation:"),
    ("deleteSections(_:with:)", "deleteSections:withRowAnimation:"),
    ("reloadSections(_:with:)", "reloadSections:withRowAnimation:"),
    ("moveSection(_:toSection:)", "moveSection:toSection:"),
    ("performBatchUpdates(_:completion:)", "performBatchUpdates:completion:"),
    ("numberOfRows(inSection:)", "numberOfRowsInSection:"),
    ("headerView(forSection:)", "headerViewForSection:"),
    ("rect(forSection:)", "rectForSection:"),
    ("rectForRow(at:)", "rectForRowAtIndexPath:"),
    ("indexPathForRow(at:)", "indexPathForRowAtPoint:"),
    ("register(_:forCellReuseIdentifier:)", "registerClass:forCellReuseIdentifier:"),
    ("dequeueReusableCell(withIdentifier:for:)", "dequeueReusableCellWithIdentifier:forIndexPath:"),
    ("dequeueReusableHeaderFooterView(withIdentifier:)", "dequeueReusableHeaderFooterViewWithIdentifier:"),
    ("scrollToNearestSelectedRow(at:animated:)", "scrollToNearestSelectedRowAtScrollPosition:animated:"),
    ("reloadSections(_:)", "reloadSections:"),
    ("insertSections(_:)", "insertSections:"),
    ("deleteSections(_:)", "deleteSections:"),
    ("insertItems(at:)", "insertItemsAtIndexPaths:"),
    ("deleteItems(at:)", "deleteItemsAtIndexPaths:"),
    ("reloadItems(at:)", "reloadItemsAtIndexPaths:"),
    ("reconfigureItems(at:)", "reconfigureItemsAtIndexPaths:"),
    ("moveItem(at:to:)", "moveItemAtIndexPath:toIndexPath:"),
    ("deselectItem(at:animated:)", "deselectItemAtIndexPath:animated:"),
    ("endInteractiveMovement()", "endInteractiveMovement"),
    ("cancelInteractiveMovement()", "cancelInteractiveMovement"),
    ("setCollectionViewLayout(_:animated:)", "setCollectionViewLayout:animated:"),
    ("cellForItem(at:)", "cellForItemAtIndexPath:"),
    ("scrollToItem(at:at:animated:)", "scrollToItemAtIndexPath:atScrollPosition:animated:"),
    ("selectItem(at:animated:scrollPosition:)", "selectItemAtIndexPath:animated:scrollPosition:"),
    ("numberOfItems(inSection:)", "numberOfItemsInSection:"),
    ("indexPathForItem(at:)", "indexPathForItemAtPoint:"),
    ("register(_:forCellWithReuseIdentifier:)", "registerClass:forCellWithReuseIdentifier:"),
    ("dequeueReusableCell(withReuseIdentifier:for:)", "dequeueReusableCellWithReuseIdentifier:forIndexPath:"),
    ("reloadAllComponents()", "reloadAllComponents"),
    ("reloadComponent(_:)", "reloadComponent:"),
    ("selectRow(_:inComponent:animated:)", "selectRow:inComponent:animated:"),
    ("selectedRow(inComponent:)", "selectedRowInComponent:"),
    ("numberOfRows(inComponent:)", "numberOfRowsInComponent:"),
    ("setNeedsUpdateOfHomeIndicatorAutoHidden()", "setNeedsUpdateOfHomeIndicatorAutoHidden"),
    ("setNeedsUpdateOfSupportedInterfaceOrientations()", "setNeedsUpdateOfSupportedInterfaceOrientations"),
    ("addKeyCommand(_:)", "addKeyCommand:"),
    ("removeKeyCommand(_:)", "removeKeyCommand:"),
    ("endAppearanceTransition()", "endAppearanceTransition"),
    ("beginAppearanceTransition(_:animated:)", "beginAppearanceTransition:animated:"),
    (
      "setViewControllers(_:direction:animated:completion:)",
      "setViewControllers:direction:animated:completion:"
    ),
    ("addAction(_:)", "addAction:"),
    ("setHidesBackButton(_:animated:)", "setHidesBackButton:animated:"),
    ("setLeftBarButton(_:animated:)", "setLeftBarButtonItem:animated:"),
    ("setRightBarButton(_:animated:)", "setRightBarButtonItem:animated:"),
    ("setLeftBarButtonItems(_:animated:)", "setLeftBarButtonItems:animated:"),
    ("setRightBarButtonItems(_:animated:)", "setRightBarButtonItems:animated:"),
    ("registerForRemoteNotifications()", "registerForRemoteNotifications"),
    ("unregisterForRemoteNotifications()", "unregisterForRemoteNotifications"),
    ("beginIgnoringInteractionEvents()", "beginIgnoringInteractionEvents"),
    ("endIgnoringInteractionEvents()", "endIgnoringInteractionEvents"),
    ("canOpenURL(_:)", "canOpenURL:"),
    ("open(_:options:completionHandler:)", "openURL:options:completionHandler:"),
    ("sendAction(_:to:from:for:)", "sendAction:to:from:forEvent:"),
    ("beginGeneratingDeviceOrientationNotifications()", "beginGeneratingDeviceOrientationNotifications"),
    ("endGeneratingDeviceOrientationNotifications()", "endGeneratingDeviceOrientationNotifications"),
  ]
  private static let messageSelectors = Dictionary(messages.map { ($0.swift, $0.objc) }) { first, _ in first }
  private static let messageBaseNames = Dictionary(
    grouping: messages.map(\.swift), by: { String($0.prefix { $0 != "(" }) })

  /// The selector of a framework class's method, by its full Swift name.
  public static func selector(forMessage name: String) -> String? { messageSelectors[name] }

  /// The full Swift name of the only such method with this base name.
  public static func message(forBaseName base: String) -> String? {
    guard let names = messageBaseNames[base], names.count == 1 else { return nil }
    return names[0]
  }
}
