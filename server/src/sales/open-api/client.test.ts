import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract } from '@cheyi/contract/index'
import { HOUR } from '@cheyi/domain/time'
import { OpenClient, OpenRefusal, type WebhookEvent } from '@cheyi/open-client'
import { book } from '@cheyi/open-client/examples/book'
import { receive } from '@cheyi/open-client/examples/receive'
import { settle } from '@cheyi/open-client/examples/settle'
import { typesOf } from '@cheyi/open-client/types-of'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTheEnd } from '../../testing/in-the-end.ts'
import { runInstallation } from '../../testing/jobs.ts'
import { type Credentials, makeKey, openChannel } from '../../testing/open-api.ts'
import { giveBack, pickUp } from '../../testing/world/bookings.ts'
import { owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { stored } from '../../testing/world/platform.ts'

/* The published client against this server: it was written from the document alone, and its examples run here. */

ownMerchant({ cars: 2 })

let key: Credentials
/** Events in the order of their arrival. */
const events: WebhookEvent[] = []
let receiver: Server
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: t.clock.now() })
  await openChannel(t, w, 2, { commission_bp: 1000 })
  key = await makeKey(t, w, 2)
  events.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  receiver?.close()
})

const asked: { readonly url: string; readonly nonce: string; readonly body: string }[] = []
/** Sends to the server in this process. @param faults what happens to the first requests instead of their answers */
function sending(faults: ('lost' | number | undefined)[] = []): typeof fetch {
  asked.length = 0
  return (async (
    url: string,
    { method, headers, body }: { method: 'GET'; headers: Record<string, string>; body?: string },
  ) => {
    asked.push({ url, nonce: headers['x-nonce']!, body: body ?? '' })
    const answer = await t.app.inject({ method, url, headers, ...(body !== undefined && { payload: body }) })
    const fault = faults.shift()
    if (fault === 'lost') throw new TypeError('fetch failed')
    const failed = { status: fault ?? 0, headers: { 'retry-after': '1' } }
    const busy = { success: false, data: null, errorCode: -1, message: '系统繁忙' }
    if (fault !== undefined) return new Response(JSON.stringify(busy), failed)
    return new Response(answer.body, { status: answer.statusCode, headers: answer.headers as Record<string, string> })
  }) as unknown as typeof fetch
}
const pauses: number[] = []
const client = (by: Partial<ConstructorParameters<typeof OpenClient>[0]> = {}) =>
  new OpenClient({
    address: '',
    ...key,
    fetch: sending(),
    now: () => t.clock.now(),
    pause: async (ms) => void pauses.push(ms),
    ...by,
  })

/** The receiver of the examples, at the address of the channel. */
async function listen(): Promise<void> {
  const seen = new Set<string>()
  let secret = ''
  receiver = receive(() => secret, {
    seen: (id) => seen.has(id) || !seen.add(id),
    handle: (event) => void events.push(event),
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const saved = { source: 2, url, enabled: true, pushStock: false } as const
  secret = (await t.call(contract.channelPush.webhookSave, saved, owner())).secret!
}

describe('a platform that knows the document alone', () => {
  it('books, is notified of the pickup by a verified webhook, and reads its statement', async () => {
    await listen()
    const platform = client()
    // Cars of the first of its models are all in the workshop.
    await t.root.query(
      `update vehicle set lifecycle = 2 where merchant_id = $1 and model_id = (select min(model_id) from channel_mapping where merchant_id = $1 and source = 2 and model_id is not null)`,
      [w.merchantId],
    )
    const placed = await book(platform, 'P-1')
    expect(placed).toMatchObject({ channelOrderNo: 'P-1', status: 3, duplicate: false })
    expect(await stored('P-1')).toHaveLength(1)
    await pickUp(t, w, placed.orderId)
    await giveBack(t, w, placed.orderId)
    await runInstallation(t, 'channelPush')
    await inTheEnd(() => expect(events.map(({ type }) => type)).toContain('order.returned'))
    expect(events.find(({ type }) => type === 'order.picked_up')).toMatchObject({
      test: false,
      data: { channelOrderNo: 'P-1', status: 5, actualPickupAt: expect.any(String) },
    })
    const month = await platform.call('statement', { month: '2026-11' })
    expect(month.orders).toMatchObject([{ channelOrderNo: 'P-1', grossFen: placed.totalFen }])
    expect(await settle(platform, '2026-11')).toEqual(new Map([['P-1', month.netFen]]))
  })

  it('does the same with a test key, and no order of the merchant is made', async () => {
    await listen()
    key = await makeKey(t, w, 2, { test: true })
    const platform = client()
    expect((await platform.call('ping')).mode).toBe('test')
    const placed = await book(platform, 'P-2')
    for (let second = 0; second < 70; second += 10) {
      t.clock.advance(10_000)
      vi.setSystemTime(t.clock.now())
      await runInstallation(t, 'openTests')
    }
    await inTheEnd(() => expect(events.map(({ type }) => type)).toContain('order.returned'))
    expect(events.every(({ test, data }) => test && data.channelOrderNo === 'P-2')).toBe(true)
    expect(await settle(platform, '2026-11')).toEqual(new Map([['P-2', Math.round(placed.totalFen * 0.9)]]))
    expect(await stored('P-2')).toEqual([])
  })
})

describe('the client', () => {
  it('sends again what was lost or refused for now, with the same content under a new nonce, and places one order', async () => {
    pauses.length = 0
    const fetch = sending([undefined, undefined, undefined, undefined, 'lost', 503, 429])
    const placed = await book(client({ fetch }), 'P-3')
    expect(placed).toMatchObject({ channelOrderNo: 'P-3', duplicate: true })
    const orders = asked.filter(({ url }) => url === '/open/v1/orders')
    expect(orders).toHaveLength(4)
    expect(new Set(orders.map(({ body }) => body)).size).toBe(1)
    expect(new Set(orders.map(({ nonce }) => nonce)).size).toBe(4)
    expect(pauses).toEqual([1000, 1000, 1000])
    expect(await stored('P-3')).toHaveLength(1)
  })

  it('gives up after its attempts, and does not repeat a refusal', async () => {
    const lost = client({ attempts: 3, fetch: sending(['lost', 'lost', 'lost', 'lost']) })
    await expect(lost.call('ping')).rejects.toThrow('fetch failed')
    expect(asked).toHaveLength(3)
    const unknown = await client()
      .call('order', { channelOrderNo: 'NONE' })
      .catch((error: unknown) => error)
    expect(unknown).toBeInstanceOf(OpenRefusal)
    expect(unknown).toMatchObject({ status: 200, code: -4 })
    expect(asked).toHaveLength(1)
  })

  it('corrects its clock by the server once, and keeps the difference', async () => {
    const late = client({ now: () => t.clock.now() - HOUR })
    expect(await late.call('ping')).toMatchObject({ mode: 'live' })
    expect(asked).toHaveLength(2)
    await late.call('ping')
    expect(asked).toHaveLength(3)
  })

  it('signs a query with signs of every kind as the server reads it', async () => {
    const odd = "a b+c&d=é/中'(!)*~"
    // An encoded slash is no address of the server.
    const refused = await client()
      .call('order', { channelOrderNo: odd.replace('/', '') })
      .catch((error: unknown) => error)
    // The signature holds; then the number is refused.
    expect(refused).toMatchObject({ status: 400, code: -2 })
    const unknown = await client()
      .call('statement', { month: odd })
      .catch((error: unknown) => error)
    expect(unknown).toMatchObject({ status: 400, code: -2 })
  })
})

it('the types of the client are those of the served document', async () => {
  const document = (await t.app.inject('/open/v1/openapi.json')).json()
  const written = readFileSync(new URL('../../../../packages/open-client/src/calls.gen.ts', import.meta.url), 'utf8')
  expect(written, 'npm run generate -w packages/open-client').toBe(typesOf(document))
})

it('the examples of its README are the files that run here', () => {
  const folder = new URL('../../../../packages/open-client/', import.meta.url)
  const readme = readFileSync(new URL('README.md', folder), 'utf8')
  const shown = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!)
  const files = ['book', 'receive', 'settle'].map((name) =>
    readFileSync(new URL(`src/examples/${name}.ts`, folder), 'utf8'),
  )
  expect(shown).toEqual(files)
})
