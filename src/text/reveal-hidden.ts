/** C-08. Text as a reviewer must see it: nothing in it can hide or reverse its direction. */

/** Controls, what turns the direction of text, what takes no room, and tags beyond the plane. */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/gu

/** Each hidden character as its code: `<U+202E>`. A carriage return before a newline is a line end. */
export function revealHidden(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(HIDDEN, (character) => `<U+${hex(character.codePointAt(0) ?? 0)}>`)
}

export function hiddenCharacters(text: string): number {
  return text.replaceAll('\r\n', '\n').match(HIDDEN)?.length ?? 0
}

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, '0')
}
