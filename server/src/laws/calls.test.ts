import { contract } from '@cheyi/contract/index'
import { type Call, writesForMerchant } from '@cheyi/contract/kernel/call'
import { allMenuIds, idsOf, isPermissionKey, type MenuKey, menus, type PermissionKey } from '@cheyi/domain/permission'
import { type MerchantStatus, merchantStatus } from '@cheyi/domain/platform/merchant/codes'
import { refusals } from '@cheyi/domain/refusal'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { features } from '../features.ts'
import { type Envelope, type TestApp, testApp } from '../testing/app.ts'
import { malformed, wellFormedInput } from '../testing/hostile/nonsense.ts'
import { samplesOf } from '../testing/hostile/samples.ts'
import { rounds } from '../testing/rounds.ts'
import { makeScene, SCENE_NOW, type Scene } from '../testing/world/scene/scene.ts'
import { setMerchantStatus } from '../testing/world/world.ts'

/* Laws for every call of the contract, including future ones: who may call, and the form of an answer to any input. */

let t: TestApp
let scene: Scene

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
  scene = await makeScene(t, '守法租车')
}, 240_000)
afterAll(() => t.close())

const calls: [string, Call][] = Object.entries(contract).flatMap(([feature, rows]) =>
  Object.entries(rows).map(([name, call]): [string, Call] => [`${feature}.${name}`, call]),
)
const closed = calls.filter(([, call]) => call.permission !== 'public')
const keyed = calls.flatMap(([name, call]): [string, Call, readonly PermissionKey[]][] =>
  Array.isArray(call.permission) ? [[name, call, call.permission]] : [],
)
const codes = new Set<number>(Object.values(refusals).map((refusal) => refusal.code))

/** The form of every answer, good or bad. */
function isEnvelope(answer: Envelope): void {
  const { httpStatus, headers, ...envelope } = answer
  expect(Object.keys(envelope).toSorted()).toEqual(['data', 'errorCode', 'message', 'success'])
  expect(headers['x-trace-id']).toMatch(/^[\w-]{8,}$/)
  expect(envelope.success).toBe(envelope.errorCode === 0)
  if (envelope.success) expect(envelope.message).toBe('')
  else {
    expect(codes.has(envelope.errorCode), String(envelope.errorCode)).toBe(true)
    expect(envelope.message).toMatch(/[\u4e00-\u9fff]/)
  }
}

describe('every call', () => {
  it('is served by its feature, and no room serves another', () => {
    expect(Object.keys(features).toSorted()).toEqual(Object.keys(contract).toSorted())
    for (const [name, { feature, handlers }] of Object.entries(features)) {
      expect(feature).toBe(contract[name as keyof typeof contract])
      expect(Object.keys(handlers).toSorted()).toEqual(Object.keys(feature).toSorted())
    }
  })

  it.each(closed)('%s refuses who is not signed in', async (_, call) => {
    for (const options of [{}, { token: 'x'.repeat(43) }, { headers: { authorization: 'Bearer nobody' } }]) {
      const answer = await t.send(call, {}, options)
      isEnvelope(answer)
      expect(answer).toMatchObject({ httpStatus: 200, errorCode: -9, message: '登录已失效' })
    }
  })

  it.each(keyed)('%s is closed to every other key and opened by each of its own', async (_, call, keys) => {
    const others = menus.filter((menu) => !keys.includes(menu.key as PermissionKey)).map((menu) => menu.id)
    const { channel } = scene.w.tokens
    await grant(others)
    // Earlier rights are cached until a call reaches the database.
    await t.call(contract.session.userInfo, {}, { token: channel })
    expect(await t.send(call, {}, { token: channel })).toMatchObject({ httpStatus: 200, errorCode: -3 })
    for (const key of keys) {
      expect(isPermissionKey(key)).toBe(true)
      await grant(idsOf([key as MenuKey]))
      expect((await t.send(call, {}, { token: channel })).errorCode, key).not.toBe(-3)
    }
    await grant([...allMenuIds])
  })

  it.each(closed.filter(([, call]) => call.tenant !== 'none'))(
    '%s waits for a merchant to be chosen',
    async (_, call) => {
      const { rows } = await t.root.query(
        `update login_session set merchant_id = -1, account_id = null, stamp = stamp + 1 where token_hash = (
         select s.token_hash from login_session s join account a on a.id = s.account_id
          where s.merchant_id = $1 and a.name = '测试channel') returning id`,
        [scene.w.merchantId],
      )
      expect(rows).toHaveLength(1)
      expect(await t.send(call, {}, { token: scene.w.tokens.channel })).toMatchObject({ errorCode: -8 })
      await t.root.query(
        `update login_session s set merchant_id = a.merchant_id, account_id = a.id, stamp = stamp + 1
         from account a where s.id = $1 and a.merchant_id = $2 and a.user_id = s.user_id`,
        [rows[0].id, scene.w.merchantId],
      )
    },
  )
})

describe('a merchant that is not in business', () => {
  const inMerchant = closed.filter(([, call]) => call.tenant !== 'none')
  const token = () => ({ token: scene.w.tokens.channel })
  const answers = async (call: Call, key: 'merchantSuspended' | 'merchantReviewing') =>
    (await t.send(call, {}, token())).errorCode === refusals[key].code
  const refused = (call: Call) => answers(call, 'merchantSuspended')
  /** The earlier status is cached until a call reaches the database. */
  const become = async (status: MerchantStatus) => {
    await setMerchantStatus(t, scene.w.merchantId, status)
    await t.call(contract.session.userInfo, {}, token())
  }
  afterAll(() => become(merchantStatus.normal))

  it('under review: enters its master data, and has no orders, channels or vehicle commands', async () => {
    await become(merchantStatus.reviewing)
    for (const [name, call] of inMerchant) {
      expect(await answers(call, 'merchantReviewing'), name).toBe(call.inBusiness === true)
      expect(await refused(call), name).toBe(false)
    }
  })

  it('suspended: reads, and writes nothing but what returns and settles', async () => {
    await become(merchantStatus.suspended)
    for (const [name, call] of inMerchant)
      expect(await refused(call), name).toBe(writesForMerchant(call) && !call.whileSuspended)
  })

  it('closed: writes nothing', async () => {
    await become(merchantStatus.closed)
    for (const [name, call] of inMerchant) expect(await refused(call), name).toBe(writesForMerchant(call))
  })

  it('resumed: is let in at once, whatever was cached', async () => {
    await become(merchantStatus.suspended)
    await setMerchantStatus(t, scene.w.merchantId, merchantStatus.normal)
    expect(await refused(contract.order.saveRemark)).toBe(false)
  })
})

/** Gives the channel manager these menus and no others; their next call reads them. */
async function grant(menuIds: readonly number[]): Promise<void> {
  await t.root.query(
    `update role set menu_ids = $2 where merchant_id = $1 and id = any (
       select unnest(role_ids) from account where merchant_id = $1 and name = '测试channel')`,
    [scene.w.merchantId, menuIds],
  )
}

/** Signing out would end the session of this test, and files are sent by another kind of request. */
const survivable = calls.filter(([name, call]) => name !== 'session.logout' && call.upload === undefined)

/** How much is sent to each call; FUZZ_SEED changes the input, which is the same from run to run. */
const fuzz = rounds('FUZZ', 0.5, 10)
const seed = Number(process.env.FUZZ_SEED ?? 20261120)
const runs = (count: number) => ({ numRuns: Math.round(count * fuzz), seed })
const timeout = 60_000 * fuzz

describe('whatever is sent', () => {
  it.each(survivable)('%s answers what it cannot read in its envelope', { timeout }, async (_, call) => {
    await fc.assert(
      fc.asyncProperty(malformed(call), async (input) => answered(await send(call, input))),
      runs(10),
    )
  })

  it.each(survivable)('%s answers sound nonsense without a failure', { timeout }, async (_, call) => {
    const ids = Object.values(scene.ids)
    await fc.assert(
      fc.asyncProperty(wellFormedInput(call, ids, SCENE_NOW), async (input) => answered(await send(call, input))),
      runs(12),
    )
  })

  it('sound inputs with one field spoilt name that field', async () => {
    for (const [name, call] of survivable) {
      const [feature, one] = name.split('.') as [never, never]
      const [sample] = samplesOf(scene)[feature][one] as readonly Record<string, unknown>[]
      for (const field of Object.keys(sample!)) {
        const answer = await send(call, { ...sample, [field]: { no: 'such' } })
        expect(answer, `${name}.${field}`).toMatchObject({ errorCode: -2 })
        const { issues } = answer.data as { issues: { field: string; message: string }[] }
        expect(
          issues.some((issue) => issue.field === field || issue.field.startsWith(`${field}.`)),
          `${name}.${field}`,
        ).toBe(true)
      }
    }
  })

  it('unknown paths, methods and bodies are told in the envelope too', async () => {
    const [, call] = calls.find(([name]) => name === 'order.create')!
    const bad = [
      await t.app.inject({ method: 'POST', url: '/api/no/such' }),
      await t.app.inject({ method: 'GET', url: call.path }),
      await t.app.inject({
        method: 'POST',
        url: call.path,
        headers: { 'content-type': 'application/json' },
        payload: '{"a":',
      }),
      await t.app.inject({
        method: 'POST',
        url: call.path,
        headers: { 'content-type': 'text/plain', token: scene.w.tokens.owner, 'idempotency-key': 'plain-text' },
        payload: 'x',
      }),
      await t.app.inject({
        method: 'POST',
        url: call.path,
        headers: { 'content-type': 'application/json' },
        payload: `"${'x'.repeat(3_000_000)}"`,
      }),
    ]
    expect(bad.map((response) => [response.statusCode, response.json().errorCode])).toEqual([
      [404, -4],
      [404, -4],
      [200, -2],
      [200, -2],
      [413, -2],
    ])
  })
})

const send = (call: Call, input: unknown) => t.send(call, input, { token: scene.w.tokens.owner })

function answered(answer: Envelope): void {
  isEnvelope(answer)
  expect([200, 429]).toContain(answer.httpStatus)
  expect(answer.errorCode).not.toBe(-1)
}
