import type { Call, InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { buildApp, type Kernels } from '../src/app.ts'
import type { ServerAddresses } from '../src/kernel/postgres/sign-in.ts'
import { type Clock, systemClock } from '../src/kernel/process/clock.ts'
import { loadConfig } from '../src/kernel/process/config.ts'
import { requestOf } from '../src/testing/app.ts'

export type App = FastifyInstance & Kernels

/** The product in this process, spoken to without a network: to make data and to record calls, never to be measured. */
export async function localApp(addresses: ServerAddresses, dataDir: string, clock: Clock = systemClock): Promise<App> {
  const app = await buildApp({
    config: loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMIT: 'off' }),
    addresses,
    clock,
    log: pino({ level: 'silent' }),
  })
  await app.ready()
  return app
}

/** Calls as a signed-in user. @throws Error with the server's message when the call is refused */
export async function send<C extends Call>(
  app: App,
  call: C,
  token: string,
  input: InputOf<C>,
  key: string = crypto.randomUUID(),
): Promise<OutputOf<C>> {
  const { success, data, errorCode, message } = JSON.parse(await sendForBody(app, call, token, input, key))
  if (!success) throw new Error(`${call.path}: ${errorCode} ${message}`)
  return data
}

/** The same, for the answer as it would travel, whatever it says. */
export async function sendForBody<C extends Call>(
  app: App,
  call: C,
  token: string,
  input: InputOf<C>,
  key: string = crypto.randomUUID(),
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  return (await app.inject(requestOf(call, input, { token, key, headers: more }))).body
}
