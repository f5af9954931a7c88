// The error that a confined app gets when it may not change a file.
#ifndef CAROB_REFUSED_CHANGES_H
#define CAROB_REFUSED_CHANGES_H

// Corrects errno after a system call has failed.
void carob_correct_refusal(void);

#endif
