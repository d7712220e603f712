import { openContract } from '@cheyi/contract/sales/open-api'
import { DAY, MINUTE } from '@cheyi/domain/time'
import { fastify } from 'fastify'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Asked, askOpen, type Credentials, makeKey } from '../../testing/open-api.ts'
import { other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { createLimits, TurnedAway } from './door.ts'
import { serveOpenApi } from './serve.ts'

ownMerchant({ other: true })

let key: Credentials
beforeEach(async () => {
  key = await makeKey(t, w, 2)
})

const ping = { url: '/open/v1/ping' }
const ask = (asked: Partial<Asked> = {}, by: Pick<Credentials, 'appKey' | 'secret'> = key) =>
  askOpen(t, by, { ...ping, ...asked })

describe('a signed request', () => {
  it('is let in, and seen by when the key was last used', async () => {
    const answer = await ask()
    expect(answer).toMatchObject({
      httpStatus: 200,
      success: true,
      data: { source: 2, channel: '旅行平台', selling: false, scopes: ['catalog', 'stock', 'price', 'order'] },
    })
    expect((answer.data as { serverTime: string }).serverTime).toBe('2026-11-20T10:00:00+08:00')
    const { rows } = await t.root.query('select last_used_at from channel_key where id = $1', [key.keyId])
    expect(rows[0].lastUsedAt).toEqual(new Date(t.clock.now()))
  })

  it('says its query in any order and any writing that means the same', async () => {
    const sent = { url: '/open/v1/ping?b=%2d&a=x' }
    // The signature holds; only then are fields refused that this call does not know.
    expect(await ask({ url: '/open/v1/ping?a=x&b=-', sent })).toMatchObject({ httpStatus: 400, errorCode: -2 })
  })

  it.each<[string, Partial<Asked>]>([
    ['another path', { sent: { url: '/open/v1/ping?x=1' } }],
    ['another method', { url: '/open/v1/ping', method: 'POST', sent: { method: 'GET' } }],
    ['another time', { headers: { 'x-timestamp': '1795140000001' } }],
    ['another nonce', { headers: { 'x-nonce': 'n-another' } }],
    ['no signature', { headers: { 'x-signature': '' } }],
    ['half a signature', { headers: { 'x-signature': 'ab' } }],
  ])('altered in one line is refused: %s', async (_, asked) => {
    expect(await ask({ ...asked, timestamp: t.clock.now() })).toMatchObject({ httpStatus: 401, errorCode: 9103 })
  })

  it('is refused to a key that is unknown, no key, or of another secret', async () => {
    expect(await ask({}, { ...key, appKey: 'k'.repeat(24) })).toMatchObject({ httpStatus: 401, errorCode: 9101 })
    expect(await ask({}, { ...key, appKey: '' })).toMatchObject({ httpStatus: 401, errorCode: 9101 })
    expect(await ask({}, { ...key, secret: 'cys_wrong' })).toMatchObject({ httpStatus: 401, errorCode: 9103 })
    const theirs = await makeKey(t, other, 2)
    expect(await ask({}, { ...key, secret: theirs.secret })).toMatchObject({ errorCode: 9103 })
  })

  it('is taken within five minutes of our clock, which is told otherwise', async () => {
    const now = t.clock.now()
    for (const timestamp of [now - 300_000, now + 300_000])
      expect(await ask({ timestamp })).toMatchObject({ success: true })
    for (const timestamp of [now - 300_001, now + 300_001, Math.floor(now / 1000), 'soon', ''])
      expect(await ask({ timestamp })).toMatchObject({ httpStatus: 401, errorCode: 9102, data: { serverTime: now } })
  })

  it('is taken once, on whatever server it comes twice', async () => {
    const nonce = 'n-7f3a9c21d0b84e55'
    // One that was not signed rightly has not been said.
    expect(await ask({ nonce }, { ...key, secret: 'cys_wrong' })).toMatchObject({ errorCode: 9103 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask({ nonce })))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.filter(({ errorCode }) => errorCode === 9104)).toHaveLength(7)
    expect(await ask({ nonce }, await makeKey(t, w, 2))).toMatchObject({ success: true })
  })

  it('comes from where it may', async () => {
    const ours = await makeKey(t, w, 2, { ips: ['203.0.113.0/24', '2001:db8::/32'] })
    for (const ip of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::7'])
      expect(await ask({ ip }, ours)).toMatchObject({ success: true })
    for (const ip of ['203.0.114.9', '127.0.0.1', '2001:db9::7'])
      expect(await ask({ ip }, ours)).toMatchObject({ httpStatus: 403, errorCode: 9105 })
  })

  it('that cannot be read is told so before anything is looked up', async () => {
    expect(await ask({ sent: { url: '/open/v1/ping?a=%zz' } })).toMatchObject({ httpStatus: 400, errorCode: -2 })
    expect(await ask({ nonce: 'n 1' })).toMatchObject({ httpStatus: 400, errorCode: -2 })
  })
})

describe('a key', () => {
  it('ends at once when it is switched off or revoked, and comes back only from the first', async () => {
    const set = (values: string) => t.root.query(`update channel_key set ${values} where id = $1`, [key.keyId])
    await set('enabled = false')
    expect(await ask()).toMatchObject({ errorCode: 9101 })
    await set('enabled = true')
    expect(await ask()).toMatchObject({ success: true })
    await set('revoked_at = now()')
    expect(await ask()).toMatchObject({ errorCode: 9101 })
  })

  it('of many requests under way when it is revoked lets none in after', async () => {
    const asking = Array.from({ length: 30 }, () => ask())
    await t.root.query('update channel_key set revoked_at = now(), version = version + 1 where id = $1', [key.keyId])
    const answers = await Promise.all(asking)
    expect(new Set(answers.map(({ errorCode }) => errorCode))).toSatisfy((codes: Set<number>) =>
      [...codes].every((one) => one === 0 || one === 9101),
    )
    expect(await ask()).toMatchObject({ errorCode: 9101 })
  })
})

it('counts what a key asks only once it is signed', async () => {
  const limits = createLimits(true)
  for (let i = 0; i < 100; i++) await limits.key('1')
  await expect(limits.key('1')).rejects.toMatchObject({ code: 9106, retryAfter: expect.any(Number) })
  await limits.key('2')

  const app = fastify()
  const busy = async () => {
    throw new TurnedAway('openTooFrequent', {}, 2)
  }
  serveOpenApi(app, t.kernel, { ...createLimits(false), key: busy })
  const there = { app, clock: t.clock }
  expect(await askOpen(there, { ...key, secret: 'cys_wrong' }, ping)).toMatchObject({ errorCode: 9103 })
  expect(await askOpen(there, key, ping)).toMatchObject({
    httpStatus: 429,
    errorCode: 9106,
    headers: { 'retry-after': '2' },
  })
  await app.close()
})

it('has a document that anybody may read, of its own calls alone', async () => {
  const answer = await t.app.inject({ url: '/open/v1/openapi.json' })
  const document = answer.json()
  expect(document.info.title).toBe('车驿开放接口')
  // What a partner cannot guess: which of the two names of a key is sent, and what a quote promises.
  expect(document.info.description).toContain('`X-Channel-Key`（密钥的 appKey，24位')
  expect(document.info.description).toContain('报价只计算价格，不校验也不占用库存')
  expect(Object.keys(document.paths).sort()).toEqual(
    [...new Set(Object.values(openContract).map(({ path }) => path.replace(/:(\w+)/g, '{$1}')))].sort(),
  )
})

it('is not opened by a session, nor do keys open our own calls', async () => {
  const answer = await t.app.inject({ url: '/open/v1/ping', headers: owner() })
  expect(answer.json()).toMatchObject({ errorCode: 9101 })
  expect(await ask({ url: '/api/channel/v1/overview' })).toMatchObject({ errorCode: -9 })
})

it('forgets what was said once no timestamp could repeat it', async () => {
  await ask()
  t.clock.advance(11 * MINUTE)
  await t.jobs.pools.side.query('select purge_open_nonces($1)', [new Date(t.clock.now())])
  const { rows } = await t.root.query('select 1 from open_nonce where key_id = $1', [key.keyId])
  expect(rows).toEqual([])
  t.clock.advance(DAY)
})
