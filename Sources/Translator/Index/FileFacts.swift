import SwiftSyntax

/// A parsed file with everything that the rules read, collected in one walk.
///
/// The index is the part that other files need; the sites are locations in this file, with their syntax.
struct FileFacts {
  /// What contains a site: a type of the file, an extension, or neither.
  enum Scope: Equatable {
    case type(Int)
    case `extension`(Int)
  }

  struct Site<Node> {
    var node: Node
    /// From the outermost to the innermost.
    var scopes: [Scope]
  }

  var index = FileIndex()
  /// Parallel to `index.types` and `index.extensions`.
  var typeNodes: [DeclSyntax] = []
  var extensionNodes: [ExtensionDeclSyntax] = []
  /// The scopes that contain each type, for text that must be at file scope.
  var typeScopes: [[Scope]] = []
  /// What `MemberRecord.node` refers to: a function or initializer declaration, or a pattern binding.
  var memberNodes: [Syntax] = []

  var attributes: [AttributeSyntax] = []
  var optionalModifiers: [DeclModifierSyntax] = []
  var macros: [Site<MacroExpansionExprSyntax>] = []
  var calls: [Site<FunctionCallExprSyntax>] = []
  /// `x.init` where `x` is a value and not a type's name.
  var metatypeInitializers: [MemberAccessExprSyntax] = []
  var conditions: [ExprSyntax] = []
  var coreFoundationCasts: [TokenSyntax] = []
  var nullCasts: [NullCasts.Site] = []
  /// `as!` and `as?` before `NSFetchRequest<…>`.
  var fetchRequestCasts: [UnresolvedAsExprSyntax] = []
  var imports: [ImportDeclSyntax] = []
  /// `#Preview { … }` at file scope.
  var previews: [Syntax] = []
}

extension SyntaxProtocol {
  var start: Int { positionAfterSkippingLeadingTrivia.utf8Offset }
  var end: Int { endPositionBeforeTrailingTrivia.utf8Offset }
  var range: Range<Int> { start..<end }
}

extension PatternBindingSyntax {
  /// Where an accessor block would be inserted: before a comma.
  var contentEnd: Int {
    accessorBlock?.end ?? initializer?.end ?? typeAnnotation?.end ?? pattern.end
  }
}
