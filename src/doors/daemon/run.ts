/** Runs this process as the daemon; resolves with the reason it exited. */
import { type Daemon, serveDaemon } from './serve.ts'

export interface RunOptions {
  readonly program: string
  readonly stays?: boolean
  readonly ready?: (daemon: Daemon) => void
}

/** SIGTERM and SIGINT ask it to exit; a second one forces it. */
export async function runDaemon({ program, stays = false, ready }: RunOptions): Promise<string> {
  let asked = false
  let running: Daemon | null = null
  const onSignal = (signal: NodeJS.Signals) => {
    if (asked || !running) process.exit(asked ? 1 : 0)
    asked = true
    running.leave(signal)
  }
  // Ignored: closing a terminal must not stop the daemon, and each call reads its settings anew.
  const onHangUp = () => {}
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal).on('SIGHUP', onHangUp)
  try {
    return await serveDaemon({ env: process.env, program, stays }, (daemon) => {
      running = daemon
      ready?.(daemon)
    })
  } finally {
    process.off('SIGTERM', onSignal).off('SIGINT', onSignal).off('SIGHUP', onHangUp)
  }
}
