#ifndef CAROB_EQUALITY_HOOKS_H
#define CAROB_EQUALITY_HOOKS_H

// Foundation's collections written in C compare and hash objects by a type number in the word behind an object's header. Objects of
// classes written in Swift have a stored property there, or nothing. Where the number happens to be 0, Foundation traps: in an
// attributed string with two fonts, for instance. The SDK's library comes before Foundation, so its `CFEqual` and `CFHash` are found
// first; they ask such objects themselves and pass all others on.

/// Implemented in Swift: `-[NSObject isEqual:]` and `-[NSObject hash]`.
unsigned char carob_objects_are_equal(const void *first, const void *second);
unsigned long carob_object_hash(const void *object);

#endif
