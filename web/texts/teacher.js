// Words of the teacher's page.

export const teacherTexts = {
  place: 'For teachers',
};
