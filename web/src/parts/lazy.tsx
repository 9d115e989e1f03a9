/** A part of the page that loads when it is first shown. */
import { type ComponentType, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { isCalm } from '../state/calm.ts'
import { Skeleton } from './states.tsx'

export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null
  return function Lazy(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => known)
    useEffect(() => {
      if (Part) return
      let isHere = true
      void load().then((loaded) => {
        known = loaded
        isCalm.value = true
        if (isHere) setPart(() => loaded)
      })
      return () => {
        isHere = false
      }
    }, [Part])
    return Part ? h(Part, props) : <Skeleton lines={4} />
  }
}
