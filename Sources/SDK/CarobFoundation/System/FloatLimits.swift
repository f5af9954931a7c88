/// The largest finite `Float`, under the names in C's math header; used as the repeat count of endless
/// animations.
public var HUGE: Float { .greatestFiniteMagnitude }
public var MAXFLOAT: Float { .greatestFiniteMagnitude }
