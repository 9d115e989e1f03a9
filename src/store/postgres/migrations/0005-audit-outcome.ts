/** K-18. What came of an act, apart from what it was. */
export const auditOutcome = `
ALTER TABLE team_audit ADD COLUMN outcome text COLLATE "C" NOT NULL DEFAULT 'done';
UPDATE team_audit SET outcome = 'refused', act = substr(act, 9) WHERE act LIKE 'refused %';
`
