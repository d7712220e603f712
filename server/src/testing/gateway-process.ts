import { type ChildProcess, spawn } from 'node:child_process'
import { gatewayProcess } from '../../../scripts/lib/server-process.mjs'
import type { TestApp } from './app.ts'

export interface GatewayProcess {
  readonly child: ChildProcess
  readonly port: number
  /** The door of a Traccar, with {@link TRACKER_SECRET}. */
  readonly trackers: number
}

export const TRACKER_SECRET = 'secret-of-a-front-end-of-trackers-01'

/** The gateway that ships, in a process of its own on the data of the test, once it listens. */
export async function startGateway({ database, kernel: { config } }: TestApp): Promise<GatewayProcess> {
  const child = spawn(process.execPath, gatewayProcess, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: database.migratorUrl,
      DATA_DIR: config.dataDir,
      KEY_FILE: config.keyFile,
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      GATEWAY_HOST: '127.0.0.1',
      GATEWAY_PORT: '0',
      TRACCAR_PORT: '0',
      TRACCAR_SECRET: TRACKER_SECRET,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream!.on('data', (text) => (output += text))
  const ports = await new Promise<{ port: number; trackers: number }>((resolve, reject) => {
    child.on('message', (said: { port?: number; trackers?: number }) => {
      if (said.port !== undefined) resolve({ port: said.port, trackers: said.trackers! })
    })
    child.once('exit', () => reject(new Error(output)))
  })
  return { child, ...ports }
}
