import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { secretPrefix } from '@cheyi/domain/sales/channel/open-key'
import { stringToSign } from '@cheyi/domain/sales/channel/signing'
import { asMerchant } from '../kernel/enter.ts'
import type { TestApp } from './app.ts'
import type { World } from './world/world.ts'

/** What a platform signs by. */
export interface Credentials {
  readonly keyId: string
  readonly appKey: string
  readonly secret: string
}

type Terms = Partial<Pick<InputOf<typeof contract.channel.keyCreate>, 'scopes' | 'ips' | 'test'>>

/** A key, made past the second person whose yes it takes; that has a test of its own. */
export async function makeKey(
  t: Pick<TestApp, 'kernel'>,
  w: Pick<World, 'merchantId'>,
  source: number,
  { scopes, ips = [], test = false }: Terms = {},
): Promise<Credentials> {
  const vault = await t.kernel.vaults.merchant(w.merchantId)
  const appKey = randomBytes(12).toString('hex')
  const secret = `${secretPrefix(test)}${randomBytes(32).toString('base64url')}`
  const keyId = await asMerchant(t.kernel, w.merchantId, async ({ query }) => {
    await query('insert into merchant_channel (source) values ($1) on conflict do nothing', [source])
    const [row] = await query<{ id: string }>(`select nextval('row_id') as id`)
    await query(
      `insert into channel_key (id, source, app_key, name, secret_enc, secret_tail, scopes, ips, test) values ($1, $2, $3, '测试', $4, $5, $6, $7, $8)`,
      [
        row!.id,
        source,
        appKey,
        vault.seal('channel_key.secret', row!.id, secret),
        secret.slice(-4),
        scopes ?? ['catalog', 'stock', 'price', 'order'],
        ips,
        test,
      ],
    )
    return row!.id
  })
  return { keyId, appKey, secret }
}

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT'
  /** With its query. */
  readonly url: string
  readonly body?: unknown
  /** The bytes, where they are no JSON. */
  readonly raw?: string
  readonly timestamp?: number | string
  readonly nonce?: string
  /** What is sent in the place of what was signed. */
  readonly sent?: { readonly url?: string; readonly raw?: string; readonly method?: 'GET' | 'POST' | 'PUT' }
  readonly headers?: Record<string, string>
  readonly ip?: string
}

export interface Told {
  readonly httpStatus: number
  readonly success: boolean
  readonly data: never
  readonly errorCode: number
  readonly message: string
  readonly headers: Record<string, unknown>
}

let serial = 0

/** Sends a signed request, as a platform does. */
export async function askOpen(
  t: { readonly app: Pick<TestApp['app'], 'inject'>; readonly clock: Pick<TestApp['clock'], 'now'> },
  { appKey, secret }: Pick<Credentials, 'appKey' | 'secret'>,
  asked: Asked,
): Promise<Told> {
  const method = asked.method ?? (asked.body === undefined && asked.raw === undefined ? 'GET' : 'POST')
  const raw = asked.raw ?? (asked.body === undefined ? '' : JSON.stringify(asked.body))
  const timestamp = String(asked.timestamp ?? t.clock.now())
  const nonce = asked.nonce ?? `n-${++serial}-${randomBytes(4).toString('hex')}`
  const [path = '', ...query] = asked.url.split('?')
  const signed = stringToSign({
    method,
    path,
    query: query.join('?'),
    bodyHash: createHash('sha256').update(raw).digest('hex'),
    timestamp,
    nonce,
  })
  const answer = await t.app.inject({
    method: asked.sent?.method ?? method,
    url: asked.sent?.url ?? asked.url,
    headers: {
      'x-channel-key': appKey,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': createHmac('sha256', secret).update(signed).digest('hex'),
      ...(raw !== '' && { 'content-type': 'application/json' }),
      ...asked.headers,
    },
    ...(raw !== '' && { payload: asked.sent?.raw ?? raw }),
    ...(asked.ip !== undefined && { remoteAddress: asked.ip }),
  })
  return { ...answer.json(), httpStatus: answer.statusCode, headers: answer.headers }
}

/** Opens a channel everywhere by these terms, as its settings would. */
export async function openChannel(
  t: { readonly root: Pick<TestApp['root'], 'query'> },
  w: Pick<World, 'merchantId'>,
  source: number,
  set: Record<string, unknown> = {},
): Promise<void> {
  const values = { status: 2, ...set }
  const names = Object.keys(values)
  await t.root.query(
    `insert into merchant_channel (merchant_id, source, ${names.join(', ')}) values ($1, $2, ${names.map((_, i) => `$${i + 3}`).join(', ')})
     on conflict (merchant_id, source) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    [w.merchantId, source, ...Object.values(values)],
  )
  for (const kind of ['store', 'model'])
    await t.root.query(
      `insert into channel_mapping (merchant_id, source, ${kind}_id, their_code) select merchant_id, $2, id, id::text from ${kind} where merchant_id = $1
       on conflict do nothing`,
      [w.merchantId, source],
    )
}
