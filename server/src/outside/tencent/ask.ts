import type { TencentAccount } from '../../kernel/process/config.ts'
import { authorisation, CONTENT_TYPE, type Product } from './wire.ts'

const TIMEOUT = 8_000

export interface Asked {
  readonly now: () => number
  /** Where the product answers. */
  readonly url: () => string | Promise<string>
  /** Who has not answered by then (ms) does not. */
  readonly timeout?: number
}

export type Fields = Readonly<Record<string, string | undefined>>

/**
 * Asks one product of Tencent Cloud, each question signed; what it is asked and answers is never logged.
 * @returns null when nobody answered, or with an error: a picture without a paper, an account without means
 */
export async function askTencent(
  account: TencentAccount,
  product: Product,
  { now, url, timeout = TIMEOUT }: Asked,
  { action, ...question }: { readonly action: string; readonly [field: string]: string },
): Promise<Fields | null> {
  const address = new URL(await url())
  const body = JSON.stringify(question)
  const timestamp = Math.floor(now() / 1000)
  const headers = {
    'content-type': CONTENT_TYPE,
    authorization: authorisation(account, product, { host: address.host, action, body, timestamp }),
    'x-tc-action': action,
    'x-tc-version': product.version,
    'x-tc-timestamp': String(timestamp),
    ...(account.region === undefined ? {} : { 'x-tc-region': account.region }),
  }
  try {
    const response = await fetch(address, { method: 'POST', body, headers, signal: AbortSignal.timeout(timeout) })
    const answer = ((await response.json()) as { Response?: Fields }).Response
    return answer === undefined || 'Error' in answer ? null : answer
  } catch {
    return null
  }
}
