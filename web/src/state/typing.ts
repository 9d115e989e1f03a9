/** Whether keys belong to a field just now, or to something that has keys of its own. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, dialog, [data-keys]') !== null
  )
}
