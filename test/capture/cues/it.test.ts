import { checkCues } from './check-cues.ts'

checkCues('it', [
  ['Ricordati che il server di staging si chiama frodo.', 'fact', 'project'],
  ['Tieni presente che gli importi sono in centesimi.', 'fact', 'project'],
  ["D'ora in poi usiamo pnpm invece di npm.", 'policy', 'project'],
  ['Da oggi in poi rispondimi in italiano.', 'preference', 'global'],
  [
    'Abbiamo deciso di tenere le sessioni in Redis perché i riavvii scollegavano tutti.',
    'decision',
    'project',
  ],
  ['Preferisco risposte brevi.', 'preference', 'global'],
  ['No, i test stanno in spec/, non in test/.', 'correction', 'project'],
  ['Non fare mai push diretto su main.', 'policy', 'project'],
  ['Le migrazioni devono essere reversibili.', 'policy', 'project'],
  ['In tutti i miei progetti, sempre due spazi.', 'policy', 'global'],
  ['Perché il test fallisce sempre?', null],
  ['cambia il colore di questo pulsante', null],
  ['forse dovremmo usare sempre UTC', null],
  ['grazie, perfetto', null],
  ['aggiungi un test per il carrello vuoto', null],
])
