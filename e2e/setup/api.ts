import type { Call, InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import { session } from '@cheyi/contract/platform/session'

/** The demo owner of the main merchant, who may open every screen. */
export const owner = { mobile: '13800000001', password: 'Cheyi2026' }

/** Asks the server as a signed-in user does, past the browser: to find rows and to prepare what a flow begins with. */
export interface Api {
  readonly token: string
  ask<C extends Call>(call: C, input: InputOf<C>): Promise<OutputOf<C>>
}

/** @throws Error with the server's message when a call is refused. */
export async function signIn(baseUrl = '', { mobile, password } = owner): Promise<Api> {
  const { token } = await send(baseUrl, session.login, { mobile, password, agree: true })
  return apiOf(baseUrl, token)
}

/** As {@link signIn}, of somebody who is signed in already. */
export const apiOf = (baseUrl: string, token: string): Api => ({
  token,
  ask: (call, input) => send(baseUrl, call, input, token),
})

async function send<C extends Call>(baseUrl: string, call: C, input: InputOf<C>, token?: string): Promise<OutputOf<C>> {
  const response = await fetch(new URL(call.path, baseUrl), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...(token === undefined ? {} : { token }),
    },
    body: JSON.stringify(input),
  })
  const { success, data, errorCode, message } = await response.json()
  if (!success) throw new Error(`${call.path}: ${errorCode} ${message}`)
  return data
}

/** Whether the server is ready to answer. */
export const isUp = (url: string): Promise<boolean> =>
  fetch(new URL('/readyz', url)).then(
    ({ ok }) => ok,
    () => false,
  )
