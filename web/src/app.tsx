/** The frame of the page: where one can go, which project is looked at, and the view itself. */
import { useEffect } from 'preact/hooks'
import { call } from './api/call.ts'
import { connection } from './api/live.ts'
import { VIEWS } from './navigation.ts'
import { Boundary } from './parts/boundary.tsx'
import { Help } from './parts/help.tsx'
import { Icon } from './parts/icons.tsx'
import { ProjectChoice } from './parts/project-choice.tsx'
import { Toasts } from './parts/toasts.tsx'
import { isHelpOpen } from './state/help-open.ts'
import { startKeys } from './state/keys.ts'
import { place } from './state/place.ts'
import { amend, hrefOf, route } from './state/route.ts'
import { signedOut } from './state/signed-out.ts'
import { nextTheme, theme } from './state/theme.ts'
import { viewOf } from './views.tsx'

export function App() {
  useEffect(startKeys, [])
  useEffect(arriveInFolder, [])
  const { Part, nav } = viewOf(route.value.view)
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={focusContent}>
        Skip to the content
      </button>
      <nav class="side" aria-label="Views">
        <a class="brand" href={hrefOf('')}>
          <img src="/mneme.svg" alt="" width="26" height="26" />
          <span>Mneme</span>
        </a>
        <ProjectChoice />
        <ul class="side-links">
          {VIEWS.map(({ view, name, icon }) => (
            <li key={view}>
              <a href={hrefOf(view)} aria-current={view === nav ? 'page' : undefined}>
                <Icon name={icon} />
                <span>{name}</span>
              </a>
            </li>
          ))}
        </ul>
        <div class="side-foot">
          <Connection />
          <button
            type="button"
            class="icon-button"
            aria-label={`Colours: ${theme.value}`}
            title={`Colours: ${theme.value}`}
            onClick={nextTheme}
          >
            <Icon
              name={theme.value === 'dark' ? 'moon' : theme.value === 'light' ? 'sun' : 'auto'}
            />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label="Keys"
            title="Keys (?)"
            onClick={() => {
              isHelpOpen.value = true
            }}
          >
            <Icon name="help" />
          </button>
        </div>
      </nav>
      <main id="content" tabIndex={-1}>
        {signedOut.value && (
          <p class="banner" role="alert">
            This page is signed out. Run <code>mneme ui</code> for a new link.
          </p>
        )}
        <Boundary key={`${route.value.view}/${route.value.rest}`}>
          <Part />
        </Boundary>
      </main>
      <Toasts />
      <Help />
    </div>
  )
}

/** Not a link: the part after the # is the route. */
function focusContent(): void {
  document.getElementById('content')?.focus()
}

const SAID = { connecting: 'connecting', live: 'live', away: 'not connected' } as const

function Connection() {
  return (
    <span class={`connection ${connection.value}`} title="Live updates are on">
      <span class="dot" />
      {SAID[connection.value]}
    </span>
  )
}

/** `mneme ui` says in which folder it was typed: the page begins with the project of that folder. */
async function findOwnProject(folder: string): Promise<void> {
  const before = place.value
  place.value = folder
  try {
    const { project } = await call('status', {})
    const { projects } = await call('projects list', {})
    const isKnown = projects.some(({ id, memories }) => id === project?.id && memories > 0)
    place.value = isKnown && project ? project.id : before
  } catch {
    place.value = before // A folder that is gone is no reason to show nothing.
  }
}

function arriveInFolder(): void {
  const folder = route.value.query.get('folder')
  if (folder === null) return
  amend(hrefOf(''))
  void findOwnProject(folder)
}
