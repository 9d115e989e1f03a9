/** Which project is looked at. What holds everywhere is seen from each. */
import { useAsked } from '../api/use-asked.ts'
import { isCalm } from '../state/calm.ts'
import { place } from '../state/place.ts'
import { plain } from '../text/visible.ts'

export function ProjectChoice() {
  const { answer } = useAsked('projects list', isCalm.value ? {} : null, { live: 'slowly' })
  const projects = [...(answer?.projects ?? [])].sort((a, b) => b.memories - a.memories)
  const known = projects.some(({ id }) => id === place.value)
  return (
    <label class="project-choice">
      <span class="unseen">Project</span>
      <select
        value={place.value ?? ''}
        onChange={(event) => {
          place.value = event.currentTarget.value === '' ? null : event.currentTarget.value
        }}
      >
        <option value="">Global memories</option>
        {place.value !== null && !known && <option value={place.value}>…</option>}
        {projects.map(({ id, slug, memories }) => (
          <option key={id} value={id}>
            {plain(slug)} ({memories})
          </option>
        ))}
      </select>
    </label>
  )
}
