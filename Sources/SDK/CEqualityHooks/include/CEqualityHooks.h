#ifndef CAROB_EQUALITY_HOOKS_H
#define CAROB_EQUALITY_HOOKS_H

// Foundation's collections written in C compare and hash objects by a type number in the word after an object's header. Objects of
// Swift classes have a stored property there, or nothing. If the number happens to be 0, Foundation traps, for example for an
// attributed string with two fonts. The SDK's library is linked before Foundation, so its `CFEqual` and `CFHash` are found first. They call
// `isEqual` and `hash` of such objects, and Foundation's functions for all others.

/// Implemented in Swift: `-[NSObject isEqual:]` and `-[NSObject hash]`.
unsigned char carob_objects_are_equal(const void *first, const void *second);
unsigned long carob_object_hash(const void *object);

#endif
