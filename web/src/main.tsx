import { render } from 'preact'
import './styles/tokens.css'
import './styles/base.css'
import './styles/parts.css'
import './styles/views.css'
import { askEarly } from './api/early.ts'
import { listen } from './api/live.ts'
import { App } from './app.tsx'
import { calmSoon } from './state/calm.ts'
import { startKeepingPlace } from './state/place.ts'
import { startRouting } from './state/route.ts'
import { startTheme } from './state/theme.ts'

askEarly()
startTheme()
calmSoon()
startRouting()
startKeepingPlace()
const root = document.getElementById('page')
if (root) render(<App />, root)
// After the first render: earlier events have nothing to update.
requestAnimationFrame(() => listen())
