/** H-01. What a session is given is found by its place, type and importance, however many memories there are. */
export const served = `
CREATE INDEX memory_served ON memory (project, type, importance DESC, name, id)
  WHERE state <> 'removed' AND superseded_by IS NULL;
CREATE INDEX memory_triggered ON memory (project, importance DESC, name, id) WHERE NOT triggers = '[]';
`
