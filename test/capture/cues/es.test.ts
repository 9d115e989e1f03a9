import { checkCues } from './check-cues.ts'

checkCues('es', [
  ['Recuerda que el servidor de pruebas se llama frodo.', 'fact', 'project'],
  ['Ten en cuenta que los importes están en céntimos.', 'fact', 'project'],
  ['De ahora en adelante usamos pnpm en lugar de npm.', 'policy', 'project'],
  ['A partir de hoy respóndeme en español.', 'preference', 'global'],
  [
    'Hemos decidido guardar las sesiones en Redis porque los reinicios cerraban todas.',
    'decision',
    'project',
  ],
  ['Nos quedamos con REST, GraphQL es demasiado.', 'decision', 'project'],
  ['Prefiero respuestas cortas.', 'preference', 'global'],
  ['No, las pruebas están en spec/, no en test/.', 'correction', 'project'],
  ['Nunca hagas push directo a main.', 'policy', 'project'],
  ['Las migraciones deben ser reversibles.', 'policy', 'project'],
  ['En todos mis proyectos, siempre dos espacios.', 'policy', 'global'],
  ['¿Por qué siempre falla el test?', null],
  ['cambia el color de este botón', null],
  ['quizás deberíamos usar siempre UTC', null],
  ['gracias, perfecto', null],
  ['añade una prueba para el carrito vacío', null],
])
