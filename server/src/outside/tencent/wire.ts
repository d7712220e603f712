import { createHash, createHmac } from 'node:crypto'

/*
 * Signature of requests to Tencent Cloud: TC3-HMAC-SHA256 over the method, three headers and the body.
 */

/** A product of the vendor, with its names in the protocol. */
export interface Product {
  /** ocr, faceid. */
  readonly service: string
  readonly version: string
}

export interface Question {
  readonly host: string
  /** IDCardOCR, IdCardVerification. */
  readonly action: string
  readonly body: string
  /** Epoch seconds. */
  readonly timestamp: number
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const SIGNED = 'content-type;host;x-tc-action'
export const CONTENT_TYPE = 'application/json; charset=utf-8'

/** The header `Authorization` of a request. */
export function authorisation(
  { secretId, secretKey }: { readonly secretId: string; readonly secretKey: string },
  { service }: Product,
  { host, action, body, timestamp }: Question,
): string {
  const headers = `content-type:${CONTENT_TYPE}\nhost:${host}\nx-tc-action:${action.toLowerCase()}\n`
  const canonical = ['POST', '/', '', headers, SIGNED, hash(body)].join('\n')
  const date = new Date(timestamp * 1000).toISOString().slice(0, 10)
  const scope = `${date}/${service}/tc3_request`
  const text = ['TC3-HMAC-SHA256', String(timestamp), scope, hash(canonical)].join('\n')
  const key = [date, service, 'tc3_request'].reduce<string | Buffer>((so, part) => hmac(so, part), `TC3${secretKey}`)
  const signature = createHmac('sha256', key).update(text).digest('hex')
  return `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${SIGNED}, Signature=${signature}`
}
