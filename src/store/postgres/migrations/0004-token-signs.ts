/** M-30. The signs of each passage's tokens; null where its model does not show them. */
export const tokenSigns = `
ALTER TABLE embedding ADD COLUMN signs bytea;
ALTER TABLE embedding ALTER COLUMN signs SET STORAGE EXTERNAL;
`
