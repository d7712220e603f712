import type { TencentAccount } from '../../kernel/process/config.ts'
import { vendorFetch } from '../vendor-fetch.ts'
import { authorisation, CONTENT_TYPE, type Product } from './wire.ts'

const TIMEOUT = 8_000

export interface Asked {
  readonly now: () => number
  /** Base URL of the product. */
  readonly url: () => string | Promise<string>
  /** Time limit of an answer, ms. */
  readonly timeout?: number
}

export type Fields = Readonly<Record<string, string | undefined>>

/**
 * Sends a signed request to one product of Tencent Cloud; requests and answers are never logged.
 * @returns null without an answer, or for an error: a picture without a document, an account without credit
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
    const response = await vendorFetch(address, { method: 'POST', body, headers, signal: AbortSignal.timeout(timeout) })
    const answer = ((await response.json()) as { Response?: Fields }).Response
    return answer === undefined || 'Error' in answer ? null : answer
  } catch {
    return null
  }
}
