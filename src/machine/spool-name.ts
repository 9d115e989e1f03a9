/** The name of an event on disk: names in order are events in order, and no two are alike. */
export function spoolName(): string {
  const moment = String(Date.now()).padStart(15, '0')
  return `${moment}-${process.pid}-${Math.random().toString(36).slice(2, 10)}`
}
