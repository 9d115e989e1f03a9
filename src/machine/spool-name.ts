/** The file name of a spooled event: unique, and in order of time. */
export function spoolName(): string {
  const moment = String(Date.now()).padStart(15, '0')
  return `${moment}-${process.pid}-${Math.random().toString(36).slice(2, 10)}`
}
