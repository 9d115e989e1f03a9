/** What each key does. */
import { useEffect, useRef } from 'preact/hooks'
import { isHelpOpen } from '../state/help-open.ts'

// biome-ignore format: a table reads best in columns
const KEYS: readonly (readonly [key: string, what: string])[] = [
  ['/', 'search'],                         ['g o', 'overview'],
  ['g m', 'memories'],                     ['g g', 'graph'],
  ['g t', 'timeline'],                     ['g s', 'sessions'],
  ['g r', 'review'],                       ['g c', 'context'],
  ['g j', 'journal'],                      ['j k', 'next, previous'],
  ['Enter', 'open'],                       ['z', 'undo what was just done'],
  ['e', 'edit this memory'],               ['v', 'confirm this memory'],
  ['p', 'promote this memory'],            ['s', 'this project, or all projects'],
  ['x', 'forget this memory'],             ['Esc', 'leave a field'],
  ['?', 'these keys'],
]

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null)
  const isOpen = isHelpOpen.value
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal()
  }, [isOpen])
  return (
    <dialog
      ref={dialog}
      class="help"
      aria-labelledby="help-title"
      onClose={() => {
        isHelpOpen.value = false
      }}
    >
      <h2 id="help-title">Keys</h2>
      <dl>
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((each) => (
                <kbd key={each}>{each}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  )
}
