import { type ChildProcess, spawn } from 'node:child_process'
import { gatewayProcess } from '../../../scripts/lib/server-process.mjs'
import type { TestApp } from './app.ts'

export interface GatewayProcess {
  readonly child: ChildProcess
  readonly port: number
}

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
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream!.on('data', (text) => (output += text))
  const port = await new Promise<number>((resolve, reject) => {
    child.on('message', (said: { port?: number }) => said.port !== undefined && resolve(said.port))
    child.once('exit', () => reject(new Error(output)))
  })
  return { child, port }
}
