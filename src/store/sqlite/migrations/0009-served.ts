/**
 * H-01. What a session is given is found by its place, type and importance, and counted without reading
 * a single memory, however many there are.
 */
export const served = `
CREATE INDEX memory_served ON memory (
  project, type, importance DESC, name, id,
  scope, state, sensitivity, archived, held, quarantined, superseded_by, expires_at
) WHERE state <> 'removed' AND superseded_by IS NULL;
CREATE INDEX memory_triggered ON memory (project, importance DESC, name, id) WHERE NOT triggers = '[]';
`
