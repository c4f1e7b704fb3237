// Student's t distribution.
#ifndef CAL_BASE_MATHS_STUDENT_H
#define CAL_BASE_MATHS_STUDENT_H

// The quantile at 0.975 for `freedom` >= 1 degrees of freedom, to about 1e-11: the factor of a 95 % interval.
double cal_student_975(int freedom);

#endif
