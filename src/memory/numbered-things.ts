/**
 * M-10. "Chapter 3" and "chapter 4", "note number 1" and "note number 2": things that are counted out. Their
 * number is a name and no value, so one never takes the place of the other.
 */
const KINDS = [
  'number note chapter step part phase section item ticket issue pr page row line day week meeting sprint',
  'round room server shard worker machine test case fact memory rule question example lesson entry record',
  'task story scenario experiment attempt run batch message session',
  'nummer notiz kapitel schritt teil abschnitt seite zeile tag woche raum fall frage regel aufgabe',
  'numéro chapitre étape partie section ligne jour semaine salle cas règle tâche',
  'número capítulo paso passo parte página línea linha día dia semana sala caso regla regra tarea tarefa',
  'numero capitolo pagina riga giorno settimana regola compito',
  'номер глава шаг часть раздел страница строка день неделя правило задача',
]
const NUMBERED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(${KINDS.join(' ').split(' ').join('|')})(?: ?(?:number|no\.?|nr\.?|#))? ?#?(\d{1,9})(?![\d.,:]*\d|%|[\p{L}\p{N}_])`,
  'giu',
)

/** Longer than this it is no plain claim. */
const MAX_READ_CHARACTERS = 400

/** Whether both number things of one kind, and none of them alike. */
export function numberThingsApart(newer: string, older: string): boolean {
  const [mine, theirs] = [numberedThings(newer), numberedThings(older)]
  const kinds = [...mine.keys()].filter((kind) => theirs.has(kind))
  return (
    kinds.length > 0 &&
    kinds.every((kind) => ![...(mine.get(kind) ?? [])].some((each) => theirs.get(kind)?.has(each)))
  )
}

function numberedThings(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const [, kind = '', number = ''] of text.slice(0, MAX_READ_CHARACTERS).matchAll(NUMBERED)) {
    const name = kind.toLowerCase()
    found.set(name, (found.get(name) ?? new Set()).add(number))
  }
  return found
}
