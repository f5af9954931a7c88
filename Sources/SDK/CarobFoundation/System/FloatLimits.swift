/// The largest finite `Float`, by the names of C's mathematics: how often an animation without end repeats.
public var HUGE: Float { .greatestFiniteMagnitude }
public var MAXFLOAT: Float { .greatestFiniteMagnitude }
