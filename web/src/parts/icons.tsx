/** The drawings of the page, in one hand: 20 × 20, one line. */
// biome-ignore format: a table reads best in columns
const PATHS = {
  overview:  'M3 10.5 10 4l7 6.5M5 9v7h10V9',
  memories:  'M4 5h12M4 10h12M4 15h8',
  search:    'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12ZM13.5 13.5 17 17',
  graph:     'M5 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8 17a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM6.9 5.7l6.2 1M5.5 6.9l2 6.2M13.7 8.5 9.3 13.6',
  timeline:  'M6 3v14M6 6h9M6 11h7M6 16h9',
  sessions:  'M4 4h12v9H9l-4 4v-4H4Z',
  review:    'M4 10.5 8 14.5 16 5.5',
  context:   'M7 4H4v12h3M13 4h3v12h-3M8.5 10h3',
  journal:   'M5 3h10v14H5ZM8 7h4M8 10h4M8 13h2',
  sun:       'M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1',
  moon:      'M16 11.5A6.5 6.5 0 0 1 8.5 4 6.5 6.5 0 1 0 16 11.5Z',
  auto:      'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 3v14',
  pencil:    'M4 16l.8-3.2L13.5 4.1l2.4 2.4-8.7 8.7L4 16Z',
  check:     'M4 10.5 8 14.5 16 5.5',
  up:        'M10 16V4M5 9l5-5 5 5',
  down:      'M10 4v12M5 11l5 5 5-5',
  archive:   'M3 4h14v4H3ZM4.5 8v8h11V8M8 11h4',
  trash:     'M4 6h12M8 6V4h4v2M5.5 6l.7 10h7.6l.7-10',
  undo:      'M4 8h8a4 4 0 0 1 0 8H8M4 8l3.5-3.5M4 8l3.5 3.5',
  close:     'M5 5l10 10M15 5 5 15',
  plus:      'M10 4v12M4 10h12',
  help:      'M7.5 7.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M10 14.5v.1M10 18a8 8 0 1 0 0-16 8 8 0 0 0 0 16Z',
  arrow:     'M4 10h12M11 5l5 5-5 5',
  health:    'M3 10h3.5l2-5 3 10 2-5H17',
  wrench:    'M12.5 4.5a3.5 3.5 0 0 0-3.3 4.7L4 14.4 5.6 16l5.2-5.2a3.5 3.5 0 0 0 4.7-3.3l-2 1-1.5-1.5 1-2Z',
} as const
export type IconName = keyof typeof PATHS

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  )
}
