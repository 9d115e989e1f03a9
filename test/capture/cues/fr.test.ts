import { checkCues } from './check-cues.ts'

checkCues('fr', [
  ["N'oublie pas que les montants sont en centimes.", 'fact', 'project'],
  ['Retiens : le serveur de préproduction s’appelle frodo.', 'fact', 'project'],
  ['À partir de maintenant, on utilise pnpm au lieu de npm.', 'policy', 'project'],
  ['Désormais, réponds-moi en français.', 'preference', 'global'],
  [
    'Nous avons décidé de garder les sessions dans Redis parce que les redémarrages déconnectaient tout le monde.',
    'decision',
    'project',
  ],
  ['On a choisi Fastify pour la validation des schémas.', 'decision', 'project'],
  ["J'aime les fonctions courtes.", 'preference', 'global'],
  ['Non, les tests sont dans spec/, pas dans test/.', 'correction', 'project'],
  ['Il ne faut jamais modifier les fichiers générés.', 'policy', 'project'],
  ['Les migrations doivent être réversibles.', 'policy', 'project'],
  ['Dans tous mes projets, toujours deux espaces.', 'policy', 'global'],
  ['Pourquoi le build échoue toujours ?', null],
  ['Renomme la variable dans ce fichier', null],
  ['Peut-être qu’on devrait toujours valider côté serveur', null],
  ['merci, parfait', null],
  ['corrige la faute dans le titre', null],
])
