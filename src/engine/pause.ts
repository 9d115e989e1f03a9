/** Ends early when asked to, and keeps no process alive. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve()
      return
    }
    const timer = setTimeout(resume, ms)
    timer.unref()
    signal.addEventListener('abort', resume, { once: true })
    function resume() {
      clearTimeout(timer)
      signal.removeEventListener('abort', resume)
      resolve()
    }
  })
}
