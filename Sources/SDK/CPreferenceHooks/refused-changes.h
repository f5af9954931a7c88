// What a confined app is told when it may not change a file.
#ifndef CAROB_REFUSED_CHANGES_H
#define CAROB_REFUSED_CHANGES_H

// To be called when a system call has failed: corrects errno.
void carob_correct_refusal(void);

#endif
