import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { sameSignIn } from '../../../kernel/postgres/sign-in.ts'
import type { Config } from '../../../kernel/process/config.ts'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

export interface LaunchedGateway {
  /** Local port; undefined while it does not listen. */
  port(): number | undefined
  /** The door for trackers, and its secret; undefined while it does not listen. */
  trackers(): { readonly port: number; readonly secret: string } | undefined
  close(): Promise<void>
}

/** Strangers speak with it, so of this process's variables it gets none that opens more than its own role does. */
const plain = /^(PATH|HOME|LANG|TZ|TMPDIR|TEMP|SystemRoot|NODE_\w+|LD_\w+|FAKETIME\w*|CLOCK|LOG_LEVEL)$/i

/**
 * Starts a gateway beside a demo server, on a free local port, and again whenever it ends. It is a separate process as
 * in production, so that the demo runs the same code.
 */
export function launchGateway(
  log: Logger,
  { dataDir, gatewayKeyFile, listenUrl }: Pick<Config, 'dataDir' | 'gatewayKeyFile' | 'listenUrl'>,
  address: string,
): LaunchedGateway {
  const main = process.argv[1] ?? ''
  const program = join(dirname(main), `gateway${extname(main)}`)
  const stop = new AbortController()
  let child: ChildProcess | undefined
  let port: number | undefined
  let trackers: number | undefined
  const secret = randomBytes(24).toString('hex')

  async function keep(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !stop.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      child = spawn(process.execPath, [program], {
        env: {
          ...Object.fromEntries(Object.entries(process.env).filter(([name]) => plain.test(name))),
          DATA_DIR: dataDir,
          DATABASE_URL: address,
          ...(listenUrl && { DATABASE_LISTEN_URL: sameSignIn(listenUrl, address) }),
          GATEWAY_KEY_FILE: gatewayKeyFile,
          GATEWAY_PORT: '0',
          GATEWAY_HOST: '127.0.0.1',
          TRACCAR_PORT: '0',
          TRACCAR_SECRET: secret,
        },
        // The IPC channel ends the process together with this one, and reports that it is running.
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      const gone = new Promise<void>((resolve) => {
        child!.once('exit', () => resolve())
        child!.once('error', () => resolve())
      })
      child.on('message', (said: { port?: number; trackers?: number }) => {
        port = said.port ?? port
        trackers = said.trackers ?? trackers
        pause = FIRST_PAUSE_MS
      })
      await gone
      port = undefined
      trackers = undefined
      if (stop.signal.aborted) return
      log.warn('the gateway of terminals has ended and is started again')
      await sleep(pause, undefined, { signal: stop.signal }).catch(() => {})
    }
  }

  const keeping = existsSync(program) ? keep() : Promise.resolve()
  return {
    port: () => port,
    trackers: () => (trackers === undefined ? undefined : { port: trackers, secret }),
    async close() {
      stop.abort()
      child?.kill('SIGTERM')
      await keeping
    },
  }
}
