/** A colour of the page as it is now, for what draws with it itself. */
export function colourOf(name: `--${string}`): string {
  const probe = document.createElement('span')
  // Only as a colour of an element does the browser settle which of the two it is.
  probe.style.color = `var(${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
