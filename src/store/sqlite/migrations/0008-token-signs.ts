/** M-30. The signs of each passage's tokens, apart from the vectors so that both lie close together. */
export const tokenSigns = `
CREATE TABLE vector_signs (
  vector INTEGER PRIMARY KEY,
  signs BLOB NOT NULL
);
CREATE TRIGGER vector_signs_gone AFTER DELETE ON vector BEGIN
  DELETE FROM vector_signs WHERE vector = old.id;
END;
`
