/**
 * A PostgreSQL inside this process, with pgvector, behind a port of its own: for what the installed
 * server lacks. It has one backend, so one connection at a time talks to it.
 */
import { createServer, type Socket } from 'node:net'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'

export interface InProcessPostgres {
  readonly url: string
  run(sql: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

export async function startPglite(): Promise<InProcessPostgres> {
  const db = await PGlite.create({ extensions: { vector } })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    const whole = wholeMessages()
    let turn: Promise<unknown> = Promise.resolve()
    socket.on('data', (chunk) => {
      const messages = whole(chunk)
      if (messages.length === 0) return
      turn = turn.then(async () => {
        const answer = await db.execProtocolRaw(messages)
        if (!socket.destroyed) socket.write(answer)
      })
      turn.catch(() => socket.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    run: async (sql) => (await db.query<Record<string, unknown>>(sql)).rows,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await db.close()
    },
  }
}

const TYPE_BYTES = 1
const LENGTH_BYTES = 4

/** Keeps what has not arrived whole. The first message of a connection has no type before its length. */
function wholeMessages(): (chunk: Buffer) => Uint8Array {
  let kept = Buffer.alloc(0)
  let isFirst = true
  return (chunk) => {
    kept = Buffer.concat([kept, chunk])
    let end = 0
    for (;;) {
      const head = isFirst ? 0 : TYPE_BYTES
      if (kept.length < end + head + LENGTH_BYTES) break
      const next = end + head + kept.readUInt32BE(end + head)
      if (kept.length < next) break
      end = next
      isFirst = false
    }
    const whole = kept.subarray(0, end)
    kept = kept.subarray(end)
    return whole
  }
}
