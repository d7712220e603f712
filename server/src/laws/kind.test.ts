import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { orderKind } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { menuOf } from '@cheyi/domain/permission'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'
import { samplesOf } from '../testing/hostile/samples.ts'
import { makeScene, type Scene } from '../testing/world/scene/scene.ts'

/*
 * An account without the right to the pages of a kind of order learns nothing about such orders: every call that names one by its id
 * answers as if it did not exist, whatever the other input.
 */

let t: TestApp
let scene: Scene
beforeAll(async () => {
  t = await testApp({ poolSize: 6 })
  scene = await makeScene(t, '长租车行')
}, 240_000)
afterAll(() => t.close())

const calls = Object.entries(contract).flatMap(([feature, rows]) =>
  Object.entries(rows)
    .filter(([, call]) => (call as Call).tenant !== 'none')
    .map(([name, call]) => [`${feature}.${name}`, call as Call] as const),
)

/** Every call whose samples name an order, with that order in their place. */
function asksOf(orderId: string): (readonly [name: string, call: Call, input: Record<string, unknown>])[] {
  const samples = samplesOf(scene) as unknown as Record<string, Record<string, readonly Record<string, unknown>[]>>
  return calls.flatMap(([name, call]) => {
    const [feature, one] = name.split('.') as [string, string]
    return (samples[feature]![one] ?? [])
      .filter((input) => typeof input.orderId === 'string')
      .map((input) => [name, call, { ...input, orderId }] as const)
  })
}

describe.each([
  ['regular', orderKind.short, ['order.out', 'order.returning']],
  ['long', orderKind.long, ['order.long', 'order.longOut']],
] as const)('who may not open %s orders', (_, kind, names) => {
  beforeAll(async () => {
    // All rights but that of the page.
    const { id: page } = menuOf(profileOf(kind).pageKey)
    await t.root.query(
      `update role set menu_ids = array(select m from unnest((select o.menu_ids from role o
          where o.merchant_id = role.merchant_id and o.letter = 'B')) m where m <> $2)
        where id = any ((select role_ids from account where id = $1)::bigint[])`,
      [scene.ids['account.manager'], page],
    )
    const has = await t.send(contract.order.list, { orderKind: kind }, { token: scene.w.tokens.manager })
    expect(has).toMatchObject({ success: true, data: { list: [] } })
  })

  it('is told of none, by no call', async () => {
    const told: string[] = []
    let [asked, gone] = [0, 0]
    for (const name of names)
      for (const [path, call, input] of asksOf(scene.ids[name]!)) {
        asked++
        const { success, errorCode } = await t.send(call, input, { token: scene.w.tokens.manager })
        gone += Number(errorCode === 2002)
        if (success || ![2002, -3, -4].includes(errorCode)) told.push(`${path}: ${errorCode} ${JSON.stringify(input)}`)
      }
    expect(asked).toBeGreaterThan(150)
    expect(gone).toBeGreaterThan(100)
    expect(told).toEqual([])
  }, 240_000)
})
