import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { isOpenToOperators } from '@cheyi/contract/kernel/call'
import { HOUR } from '@cheyi/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../platform/merchant/provision.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { samplesOf } from '../testing/hostile/samples.ts'
import { makeScene, type Scene } from '../testing/world/scene/scene.ts'

/*
 * Operators of the platform are guests of a merchant: they read nothing unmasked that is masked for others, grant no rights, and only the
 * merchant decides how long they may write.
 */

let t: TestApp
let scene: Scene
let mobile: string

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
  scene = await makeScene(t, '有客租车')
  mobile = '13944440009'
  await operator(mobile)
}, 240_000)
afterAll(() => t.close())

async function operator(its: string): Promise<void> {
  const id = await createUser(t.commands, { mobile: its, password: 'Cheyi2026', operator: true })
  await t.root.query('insert into operator_merchant (user_id, merchant_id) values ($1, $2)', [id, scene.w.merchantId])
}
async function enter(its = mobile, ticketNo?: string): Promise<{ token: string }> {
  const { token } = await t.call(
    contract.session.switchMerchant,
    { merchantId: scene.w.merchantId, ...(ticketNo && { ticketNo }) },
    { token: await t.login(its) },
  )
  return { token }
}
const consent = (until: number) =>
  t.root.query(
    `update merchant set settings = settings || jsonb_build_object('operatorWriteUntil', $2::bigint) where id = $1`,
    [scene.w.merchantId, until],
  )

/** An unmasked mobile or ID number of the merchant's people; the operator's own login and messages of the demo do not count. */
const whole = /(?<!\d)(1[3-9]\d{9}|\d{17}[\dX])(?!\d)/
const calls: [string, Call][] = Object.entries(contract).flatMap(([feature, rows]) =>
  Object.entries(rows).map(([name, call]): [string, Call] => [`${feature}.${name}`, call]),
)
const inMerchant = calls.filter(([, call]) => call.tenant !== 'none' && call.permission !== 'public' && !call.upload)
const send = async (name: string, call: Call, by: { token: string }) => {
  const [feature, one] = name.split('.') as [never, never]
  const answers = []
  for (const input of samplesOf(scene)[feature][one] as readonly unknown[]) answers.push(await t.send(call, input, by))
  return answers
}

describe('an operator who was let in to read', () => {
  it('reads no whole number by any call, and leaves nothing', async () => {
    const by = await enter()
    const [owners] = await send('order.contact', contract.order.contact, { token: scene.w.tokens.owner })
    expect(JSON.stringify(owners!.data), 'the scene has numbers to read').toMatch(whole)
    const shown = new Set<string>()
    for (const [name, call] of inMerchant)
      for (const answer of await send(name, call, by)) {
        if (whole.test(JSON.stringify(answer.data))) shown.add(name)
        // All writes except quotes and queries are refused.
        if (call.effect === 'write' && call.audit !== false) expect(answer.errorCode, name).toBe(-3)
      }
    expect([...shown]).toEqual([])
  })
})

describe('an operator who may write', () => {
  it('ends no session of an employee, and decides nothing for them', async () => {
    await consent(t.clock.now() + HOUR)
    const by = await enter(mobile, 'T-1')
    const { endSession, devices } = contract.session
    expect(await t.send(endSession, { sessionId: scene.ids.session }, by)).toMatchObject({ errorCode: -3 })
    expect(await t.send(devices, { accountId: scene.ids.driver }, by)).toMatchObject({ errorCode: -3 })
  })

  it('is told what the merchant does itself', async () => {
    await consent(t.clock.now() + HOUR)
    const by = await enter(mobile, 'T-5')
    expect(await t.send(contract.terms.saveDepositPolicy, {}, by)).toMatchObject({
      errorCode: -3,
      message: '无操作权限：平台协助不含此项，须由商家自己办理',
    })
  })

  it('does not prolong that themself; the merchant does', async () => {
    const until = t.clock.now() + HOUR
    await consent(until)
    const by = await enter(mobile, 'T-2')
    const prolong = (options: { token: string }) =>
      t.send(contract.merchant.saveSetting, { settings: { operatorWriteUntil: until + 10 * HOUR } }, options)
    expect(await prolong(by)).toMatchObject({ errorCode: -3 })
    expect(await prolong({ token: scene.w.tokens.owner })).toMatchObject({ success: true })
  })

  it('changes times and prices, and no control, limit or question about papers', async () => {
    await consent(t.clock.now() + HOUR)
    const by = await enter(mobile, 'T-6')
    const set = (settings: object, storeId?: string) =>
      t.send(contract.merchant.saveSetting, { settings, ...(storeId && { storeId }) } as never, by)
    expect(await set({ turnaroundMinutes: 90, fuelFenPerLitre: 800 })).toMatchObject({ success: true })
    expect(await set({ turnaroundMinutes: 45 }, scene.w.stores.hongqiao)).toMatchObject({ success: true })
    for (const own of [
      { secondFactorRequired: false },
      { refundApproveLimitFen: 10_000_000 },
      { manualDiscountBp: 10_000 },
      { engineCutTwoPerson: false },
      { crossDeduct: true },
      { askLicence: false },
      { trackRetentionDays: 30 },
      { turnaroundMinutes: 60, secondFactorRequired: null },
    ])
      expect(await set(own), JSON.stringify(own)).toMatchObject({
        errorCode: -3,
        message: expect.stringContaining('由商家自己设置'),
      })
  })

  it('shares no answer with another operator under the same key', async () => {
    await consent(t.clock.now() + HOUR)
    const other = '13944440010'
    await operator(other)
    const remark = (content: string, by: { token: string }) =>
      t.send(contract.order.saveRemark, { orderId: scene.ids['order.detail'], content }, { ...by, key: 'same-key-1' })
    expect(await remark('甲说', await enter(mobile, 'T-3'))).toMatchObject({ success: true })
    expect(await remark('乙说', await enter(other, 'T-4'))).toMatchObject({ success: true })
  })

  // Last, because these writes are really executed.
  it('makes the writes that are open to them, and none besides', async () => {
    await consent(t.clock.now() + HOUR)
    const by = await enter(mobile, 'T-7')
    const writes = inMerchant.filter(([, { effect }]) => effect === 'write')
    const turnedAway: string[] = []
    for (const [name, call] of writes) {
      const answers = await send(name, call, by)
      if (answers.length > 0 && answers.every(({ errorCode }) => errorCode === -3)) turnedAway.push(name)
      else expect(isOpenToOperators(call), `${name} was let through`).toBe(true)
    }
    expect(writes.filter(([name, call]) => isOpenToOperators(call) && turnedAway.includes(name))).toEqual([])
    expect(turnedAway.length).toBeGreaterThan(80)
  }, 120_000)
})
