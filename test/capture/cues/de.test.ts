import { checkCues } from './check-cues.ts'

checkCues('de', [
  ['Merke dir: der Staging-Server heißt frodo.', 'fact', 'project'],
  ['Denk daran, dass alle Beträge in Cent sind', 'fact', 'project'],
  ['Vergiss bitte nicht: Migrationen müssen rückwärtskompatibel sein.', 'policy', 'project'],
  ['Ab sofort nutzen wir pnpm statt npm.', 'policy', 'project'],
  ['In Zukunft bitte keine Abkürzungen in Funktionsnamen.', 'policy', 'project'],
  [
    'Wir haben beschlossen, die Sitzungen in Redis zu halten, weil Neustarts alle abgemeldet haben.',
    'decision',
    'project',
  ],
  ['Wir bleiben bei REST, GraphQL lohnt sich nicht.', 'decision', 'project'],
  ['Ich mag keine langen Erklärungen.', 'preference', 'global'],
  ['Ich bevorzuge Funktionen statt Klassen.', 'preference', 'global'],
  ['Nein, die Tests liegen in spec/, nicht in test/.', 'correction', 'project'],
  ['Niemals direkt auf main pushen.', 'policy', 'project'],
  ['Logs dürfen keine E-Mail-Adressen enthalten.', 'policy', 'project'],
  ['In allen meinen Projekten immer mit Tabs einrücken.', 'policy', 'global'],
  ['Warum schlägt der Test immer fehl?', null],
  ['Ändere den Text in dieser Datei auf Englisch', null],
  ['Füge einen Test für den leeren Warenkorb hinzu', null],
  ['Vielleicht sollten wir immer UTC nehmen', null],
  ['danke, sieht gut aus', null],
])
