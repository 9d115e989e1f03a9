/** The daemon's two listeners: a private socket and a loopback port. */
import { chmodSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Only the holder of the daemon's lock may call this: a socket file found there belongs to a dead process. The
 * file is never accessible to other users.
 */
export async function listenOnSocket(server: Server, path: string): Promise<void> {
  if (process.platform === 'win32') {
    await listening(server, () => server.listen(path))
    return
  }
  rmSync(path, { force: true })
  const before = process.umask(0o177)
  try {
    await listening(server, () => server.listen(path))
  } finally {
    process.umask(before)
  }
  chmodSync(path, 0o600)
}

interface PortTaken {
  readonly port: number
  readonly wanted: number
}

/** The requested port, or a free one when it is taken. Null when none is available. */
export async function listenOnPort(
  server: Server,
  host: string,
  wanted: number,
): Promise<PortTaken | null> {
  for (const port of wanted === 0 ? [0] : [wanted, 0]) {
    try {
      await listening(server, () => server.listen({ host, port, exclusive: true }))
      return { port: (server.address() as AddressInfo).port, wanted }
    } catch {
      // In use, or not permitted: try the next one.
    }
  }
  return null
}

function listening(server: Server, start: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) => {
      server.off('listening', ready)
      reject(cause)
    }
    const ready = () => {
      server.off('error', fail)
      resolve()
    }
    server.once('error', fail)
    server.once('listening', ready)
    start()
  })
}
