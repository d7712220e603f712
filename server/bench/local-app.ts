import type { Call, InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { buildApp } from '../src/app.ts'
import type { Kernel } from '../src/kernel/http/pipeline.ts'
import { systemClock } from '../src/kernel/process/clock.ts'
import { loadConfig } from '../src/kernel/process/config.ts'
import { runForMerchants } from '../src/kernel/process/jobs.ts'
import { fillWaits } from '../src/waiting/actions.ts'

/** The product in this process, spoken to without a network: to make data and to record calls, never to be measured. */
export async function localApp(
  gateUrl: string,
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<FastifyInstance & { kernel: Kernel }> {
  const app = await buildApp({
    config: loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMIT: 'off', ...env }),
    gateUrl,
    clock: systemClock,
    log: pino({ level: 'silent' }),
  })
  await app.ready()
  // As a start does: the data was filled in past the product.
  await runForMerchants(app.kernel, 'waits', fillWaits)
  return app
}

/** Calls as a signed-in user. @throws Error with the server's message when the call is refused */
export async function send<C extends Call>(
  app: FastifyInstance,
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
  app: FastifyInstance,
  call: C,
  token: string,
  input: InputOf<C>,
  key: string = crypto.randomUUID(),
): Promise<string> {
  const { method } = call
  const payload = method === 'POST' ? { payload: input as object } : {}
  const headers = { token, 'idempotency-key': key }
  return (await app.inject({ method, url: call.path, headers, ...payload })).body
}
