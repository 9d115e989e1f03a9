/** A process as the daemon: signals in, the reason it left out. */
import { type Daemon, serveDaemon } from './serve.ts'

export interface RunOptions {
  readonly program: string
  readonly stays?: boolean
  readonly ready?: (daemon: Daemon) => void
}

/** SIGTERM and SIGINT ask it to leave; the second one insists. */
export async function runDaemon({ program, stays = false, ready }: RunOptions): Promise<string> {
  let asked = false
  let running: Daemon | null = null
  const onSignal = (signal: NodeJS.Signals) => {
    if (asked || !running) process.exit(asked ? 1 : 0)
    asked = true
    running.leave(signal)
  }
  // A terminal that closes takes nothing with it; settings are read anew by each call.
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
