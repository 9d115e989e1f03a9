import { checkCues } from './check-cues.ts'

checkCues('pt', [
  ['Lembre-se de que o servidor de testes se chama frodo.', 'fact', 'project'],
  ['Anota aí: os valores são em centavos.', 'fact', 'project'],
  ['A partir de agora usamos pnpm em vez de npm.', 'policy', 'project'],
  ['De agora em diante responda em português.', 'preference', 'global'],
  [
    'Decidimos guardar as sessões no Redis porque os reinícios deslogavam todo mundo.',
    'decision',
    'project',
  ],
  ['Prefiro respostas curtas, sem introdução.', 'preference', 'global'],
  ['Não, os testes ficam em spec/, não em test/.', 'correction', 'project'],
  ['Nunca faça push direto na main.', 'policy', 'project'],
  ['As migrações devem ser reversíveis.', 'policy', 'project'],
  ['Em todos os meus projetos, sempre dois espaços.', 'policy', 'global'],
  ['Por que o teste sempre falha?', null],
  ['muda a cor deste botão', null],
  ['talvez devêssemos usar sempre UTC', null],
  ['obrigado, ficou ótimo', null],
  ['adiciona um teste para o carrinho vazio', null],
])
