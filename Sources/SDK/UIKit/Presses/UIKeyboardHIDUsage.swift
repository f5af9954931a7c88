/// The physical key of a keyboard, regardless of its label: usage page 7 of the USB HID usage tables.
public enum UIKeyboardHIDUsage: Int, Sendable {
  case keyboardErrorRollOver = 1
  case keyboardPOSTFail, keyboardErrorUndefined
  case keyboardA = 4
  case keyboardB, keyboardC, keyboardD, keyboardE, keyboardF, keyboardG, keyboardH, keyboardI, keyboardJ
  case keyboardK, keyboardL, keyboardM, keyboardN, keyboardO, keyboardP, keyboardQ, keyboardR, keyboardS
  case keyboardT, keyboardU, keyboardV, keyboardW, keyboardX, keyboardY, keyboardZ
  case keyboard1 = 30
  case keyboard2, keyboard3, keyboard4, keyboard5, keyboard6, keyboard7, keyboard8, keyboard9, keyboard0
  case keyboardReturnOrEnter = 40
  case keyboardEscape, keyboardDeleteOrBackspace, keyboardTab, keyboardSpacebar, keyboardHyphen
  case keyboardEqualSign, keyboardOpenBracket, keyboardCloseBracket, keyboardBackslash, keyboardNonUSPound
  case keyboardSemicolon, keyboardQuote, keyboardGraveAccentAndTilde, keyboardComma, keyboardPeriod
  case keyboardSlash, keyboardCapsLock
  case keyboardF1 = 58
  case keyboardF2, keyboardF3, keyboardF4, keyboardF5, keyboardF6, keyboardF7, keyboardF8, keyboardF9
  case keyboardF10, keyboardF11, keyboardF12
  case keyboardPrintScreen = 70
  case keyboardScrollLock, keyboardPause, keyboardInsert, keyboardHome, keyboardPageUp, keyboardDeleteForward
  case keyboardEnd, keyboardPageDown, keyboardRightArrow, keyboardLeftArrow, keyboardDownArrow
  case keyboardUpArrow
  case keypadNumLock = 83
  case keypadSlash, keypadAsterisk, keypadHyphen, keypadPlus, keypadEnter, keypad1, keypad2, keypad3, keypad4
  case keypad5, keypad6, keypad7, keypad8, keypad9, keypad0, keypadPeriod
  case keyboardNonUSBackslash = 100
  case keyboardApplication, keyboardPower, keypadEqualSign
  case keyboardF13 = 104
  case keyboardF14, keyboardF15, keyboardF16, keyboardF17, keyboardF18, keyboardF19, keyboardF20
  case keyboardF21, keyboardF22, keyboardF23, keyboardF24
  case keyboardExecute = 116
  case keyboardHelp, keyboardMenu, keyboardSelect, keyboardStop, keyboardAgain, keyboardUndo, keyboardCut
  case keyboardCopy, keyboardPaste, keyboardFind, keyboardMute, keyboardVolumeUp, keyboardVolumeDown
  case keyboardLockingCapsLock, keyboardLockingNumLock, keyboardLockingScrollLock
  case keypadComma = 133
  case keypadEqualSignAS400
  case keyboardInternational1 = 135
  case keyboardInternational2, keyboardInternational3, keyboardInternational4, keyboardInternational5
  case keyboardInternational6, keyboardInternational7, keyboardInternational8, keyboardInternational9
  case keyboardLANG1 = 144
  case keyboardLANG2, keyboardLANG3, keyboardLANG4, keyboardLANG5, keyboardLANG6, keyboardLANG7
  case keyboardLANG8, keyboardLANG9
  case keyboardAlternateErase = 153
  case keyboardSysReqOrAttention, keyboardCancel, keyboardClear, keyboardPrior, keyboardReturn
  case keyboardSeparator, keyboardOut, keyboardOper, keyboardClearOrAgain, keyboardCrSelOrProps, keyboardExSel
  case keyboardLeftControl = 224
  case keyboardLeftShift, keyboardLeftAlt, keyboardLeftGUI, keyboardRightControl, keyboardRightShift
  case keyboardRightAlt, keyboardRightGUI
  case keyboard_Reserved = 65535

  public static var keyboardHangul: UIKeyboardHIDUsage { .keyboardLANG1 }
  public static var keyboardHanja: UIKeyboardHIDUsage { .keyboardLANG2 }
  public static var keyboardKanaSwitch: UIKeyboardHIDUsage { .keyboardLANG1 }
  public static var keyboardAlphanumericSwitch: UIKeyboardHIDUsage { .keyboardLANG2 }
  public static var keyboardKatakana: UIKeyboardHIDUsage { .keyboardLANG3 }
  public static var keyboardHiragana: UIKeyboardHIDUsage { .keyboardLANG4 }
  public static var keyboardZenkakuHankakuKanji: UIKeyboardHIDUsage { .keyboardLANG5 }
}
