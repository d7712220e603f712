import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type LocalServer, localServer } from '../local-server.ts'
import { authorisation, type Product } from './wire.ts'

const SKEW_S = 300

export interface Simulated {
  readonly secretId: string
  readonly secretKey: string
  readonly now: () => number
}

type Asked = Readonly<Record<string, string | undefined>>

/**
 * The vendor's side of the protocol: signature, clock, version and names as documented. `said`: the answer to a valid
 * request; null for an action that the product does not have.
 */
export function tencentSimulator(
  account: Simulated,
  product: Product,
  said: (action: string, question: Asked) => object | null | Promise<object | null>,
): LocalServer {
  async function answer(request: IncomingMessage): Promise<object> {
    const header = (name: string) => String(request.headers[name] ?? '')
    const body = (await buffer(request)).toString()
    const timestamp = Number(header('x-tc-timestamp'))
    const action = header('x-tc-action')
    if (Math.abs(account.now() / 1000 - timestamp) > SKEW_S) return fault('AuthFailure.SignatureExpire')
    if (header('authorization') !== authorisation(account, product, { host: header('host'), action, body, timestamp }))
      return fault('AuthFailure.SignatureFailure')
    if (header('x-tc-version') !== product.version) return fault('NoSuchVersion')
    return (await said(action, JSON.parse(body) as Asked)) ?? fault('InvalidAction')
  }
  return localServer((request, response) => {
    answer(request)
      .catch(() => fault('InternalError'))
      .then((Response) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ Response })))
  })
}

export const fault = (Code: string) => ({ Error: { Code, Message: Code } })
