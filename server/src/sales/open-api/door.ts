import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import type { Source } from '@cheyi/domain/booking/order/codes'
import { Refusal } from '@cheyi/domain/refusal'
import type { OpenScope } from '@cheyi/domain/sales/channel/open-key'
import {
  CLOCK_SKEW,
  canonicalQuery,
  NONCE_LIFE,
  noncePattern,
  stringToSign,
  timestampPattern,
} from '@cheyi/domain/sales/channel/signing'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { addressKey } from '../../kernel/address-key.ts'
import { headerOf } from '../../kernel/call/attempt.ts'
import { at } from '../../kernel/db/instant.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import { OLD_SECRET_PLACE, SECRET_PLACE } from '../channel/actions.ts'

/*
 * Authentication of the open API: key, clock, signature, nonce, address, rate, scope, in this order. The rate limit of
 * a key is counted after the signature; otherwise anyone with the public name of a key could block its channel.
 */

/** The parts of a request that are checked. */
export interface Arrived {
  readonly method: string
  readonly raw: { readonly url?: string | undefined }
  readonly headers: IncomingHttpHeaders
  readonly ip: string
}

/** A key that passed the checks. */
export interface OpenKey {
  readonly merchantId: string
  readonly id: string
  readonly source: Source
  readonly scopes: readonly OpenScope[]
  readonly ips: readonly string[]
  readonly version: number
  readonly merchantStatus: number
  /** The stores that are open to its channel. */
  readonly storeIds: readonly string[]
  /** Its orders are test orders, and it sees no others. */
  readonly test: boolean
}

interface StoredKey extends OpenKey {
  readonly secretEnc: Buffer
  readonly oldSecretEnc: Buffer | null
  readonly oldUntil: number | null
}

/** A refusal by these checks; `retryAfter`: seconds, if a retry can succeed. */
export class TurnedAway extends Refusal {
  readonly retryAfter: number | undefined
  constructor(key: ConstructorParameters<typeof Refusal>[0], detail = {}, retryAfter?: number) {
    super(key, detail)
    this.retryAfter = retryAfter
  }
}

export interface Limits {
  /** Before anything is read: 200 requests a second for each address. @throws TurnedAway openTooFrequent (9106) */
  address(ip: string): Promise<void>
  /** After the signature: 50 requests a second for each key, bursts of 100. @throws TurnedAway openTooFrequent (9106) */
  key(id: string): Promise<void>
}

/** Counted in this process, as for other requests. */
export function createLimits(on: boolean): Limits {
  if (!on) return { address: async () => {}, key: async () => {} }
  const addresses = new RateLimiterMemory({ points: 400, duration: 2 })
  const keys = new RateLimiterMemory({ points: 100, duration: 2 })
  const taking = async (from: RateLimiterMemory, name: string) => {
    try {
      await from.consume(name)
    } catch (busy) {
      const wait = (busy as { msBeforeNext?: number }).msBeforeNext ?? 1000
      throw new TurnedAway('openTooFrequent', {}, Math.max(1, Math.ceil(wait / 1000)))
    }
  }
  return { address: (ip) => taking(addresses, addressKey(ip)), key: (id) => taking(keys, id) }
}

/** Compared with if the key is unknown, so that an unknown key takes as long as a wrong secret. */
const nobodysSecret = randomBytes(32).toString('base64url')

/**
 * The key of a request, after a check that its platform sent exactly this request, now, for the first time.
 * @throws TurnedAway 9101 to 9107, Refusal badInput (-2) for an unreadable request
 */
export async function admit(
  kernel: Kernel,
  limits: Limits,
  request: Arrived,
  body: Buffer,
  scope: OpenScope | null,
): Promise<OpenKey> {
  const now = kernel.clock.now()
  const { appKey, timestamp, nonce, signature } = headersOf(request)
  const signed = signedLinesOf(request, body, { timestamp, nonce })

  const key = await keyOf(kernel, appKey)
  if (key !== undefined && !(timestampPattern.test(timestamp) && Math.abs(now - Number(timestamp)) <= CLOCK_SKEW))
    throw new TurnedAway('openClockSkew', { serverTime: now })
  const secrets = key === undefined ? [nobodysSecret] : await secretsOf(kernel, key, now)
  // All secrets are compared, so that the response time does not reveal which one matched.
  const right = secrets.map((secret) => matches(secret, signed, signature))
  if (key === undefined) throw new TurnedAway('openKeyUnknown')
  if (!right.includes(true)) throw new TurnedAway('openSignatureWrong')

  // The nonce is stored even if the call is refused later: it was used.
  const taken = await takeNonce(kernel, key, nonce, now)
  if (taken === 'gone') throw new TurnedAway('openKeyUnknown')
  if (taken === 'seen') throw new TurnedAway('openNonceSeen')
  if (!isAllowedFrom(key.ips, request.ip)) throw new TurnedAway('openIpRefused')
  await limits.key(key.id)
  if (scope !== null && !key.scopes.includes(scope)) throw new TurnedAway('openScopeMissing')
  return key
}

function headersOf(request: Arrived) {
  const header = (name: string) => headerOf(request, name) ?? ''
  return {
    appKey: header('x-channel-key'),
    timestamp: header('x-timestamp'),
    nonce: header('x-nonce'),
    signature: header('x-signature'),
  }
}

/** The six signed lines of a request, as received. @throws Refusal badInput (-2) for an unreadable query or nonce */
function signedLinesOf(request: Arrived, body: Buffer, said: { readonly timestamp: string; readonly nonce: string }) {
  const url = request.raw.url ?? ''
  const mark = url.indexOf('?')
  const query = mark === -1 ? '' : url.slice(mark + 1)
  try {
    canonicalQuery(query)
  } catch {
    throw new Refusal('badInput', { 字段: '查询串中有无法解码的 %' })
  }
  if (said.nonce !== '' && !noncePattern.test(said.nonce))
    throw new Refusal('badInput', { 字段: '请求头 X-Nonce 应为6至64位字母、数字、点、下划线或短横线' })
  return stringToSign({
    method: request.method,
    path: mark === -1 ? url : url.slice(0, mark),
    query,
    bodyHash: createHash('sha256').update(body).digest('hex'),
    ...said,
  })
}

async function keyOf({ pools }: Kernel, appKey: string): Promise<StoredKey | undefined> {
  if (!/^[0-9a-z]{24}$/.test(appKey)) return undefined
  const { rows } = await pools.side.query<StoredKey>('select * from open_key_of($1)', [appKey])
  return rows[0]
}

async function secretsOf({ vaults }: Kernel, key: StoredKey, now: number): Promise<string[]> {
  const vault = await vaults.merchant(key.merchantId)
  return [
    vault.open(SECRET_PLACE, key.id, key.secretEnc),
    ...(key.oldSecretEnc !== null && key.oldUntil !== null && key.oldUntil > now
      ? [vault.open(OLD_SECRET_PLACE, key.id, key.oldSecretEnc)]
      : []),
  ]
}

function matches(secret: string, signed: string, signature: string): boolean {
  const wanted = createHmac('sha256', secret).update(signed).digest()
  const said = /^[0-9a-f]{64}$/.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(wanted.length)
  return timingSafeEqual(wanted, said)
}

async function takeNonce(
  { pools }: Kernel,
  key: OpenKey,
  nonce: string,
  now: number,
): Promise<'new' | 'seen' | 'gone'> {
  if (nonce === '') return 'seen'
  const { rows } = await pools.side.query<{ taken: 'new' | 'seen' | 'gone' }>(
    'select take_open_nonce($1, $2, $3, $4, $5) as taken',
    [key.id, key.version, nonce, at(now + NONCE_LIFE), at(now)],
  )
  return rows[0]!.taken
}

/** Whether an address is on the list; an empty list allows every address. */
export function isAllowedFrom(ips: readonly string[], ip: string): boolean {
  if (ips.length === 0) return true
  const list = new BlockList()
  for (const one of ips) {
    const [address = '', bits] = one.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  const bare = ip.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  return list.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4')
}
