/** J-02. What a terminal without UTF-8 can show. */
type Environment = Readonly<Record<string, string | undefined>>

/** Only a locale that says otherwise is taken at its word: many containers set none and show UTF-8 well. */
export function showsUtf8({ LC_ALL, LC_CTYPE, LANG }: Environment): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG || ''
  return locale === '' || /utf-?8/i.test(locale)
}

// biome-ignore format: a table reads best in columns
const PLAIN_FORMS: Readonly<Record<string, string>> = {
  '…': '...', '“': '"', '”': '"', '‘': "'", '’': "'", '–': '-', '—': '-', '·': '.', '×': 'x',
  '→': '>', '←': '<', '►': '>', '│': '|', '─': '-', '≥': '>=', '≤': '<=', '✓': 'v', '✗': 'x',
  '░': '.', '▁': '_', '▂': '_', '▃': '-', '▄': '-', '▅': '=', '▆': '=', '▇': '#', '█': '#',
}
const FANCY = new RegExp(`[${Object.keys(PLAIN_FORMS).join('')}]`, 'gu')

/** Our own signs in plain characters. What people wrote in their language stays as it is. */
export function withPlainSigns(text: string): string {
  return text.replace(FANCY, (sign) => PLAIN_FORMS[sign] ?? sign)
}
