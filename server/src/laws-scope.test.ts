import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from './testing/app.ts'
import { samplesOf } from './testing/hostile/samples.ts'
import { insertOrder } from './testing/world/orders.ts'
import { makeScene, type Scene } from './testing/world/scene.ts'

/*
 * The stores that an account sees, over every reading call: nothing of another store comes back, whatever is asked, and
 * totals count what is shown. The manager is given every key, so that only the scope stands in the way.
 */

let t: TestApp
let scene: Scene
/** Ids and numbers of what happens in other stores, and of what others do in this one. */
let elsewhere: readonly string[]
let others: readonly string[]
let own: string

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
  scene = await makeScene(t, '分店租车')
  const { w } = scene
  const { pudong, hangzhou, hongqiao } = w.stores
  const manager = scene.ids['account.manager']!
  elsewhere = await numbered([
    await insertOrder(t, w, { status: 3, storeId: pudong, returnStoreId: pudong, contactName: '看不见' }),
    await insertOrder(t, w, { status: 5, storeId: hangzhou, returnStoreId: pudong, contactName: '看不见' }),
  ])
  others = await numbered([await insertOrder(t, w, { status: 3, storeId: hongqiao, returnStoreId: hongqiao })])
  own = await insertOrder(t, w, { status: 3, storeId: hongqiao, returnStoreId: hongqiao, createdBy: manager })
}, 240_000)
afterAll(() => t.close())

async function numbered(ids: readonly string[]): Promise<string[]> {
  const { rows } = await t.root.query('select order_no from "order" where id = any ($1::bigint[])', [ids])
  return [...ids, ...rows.map((row) => row.orderNo as string)]
}

/** The manager with every key, and this scope over Hongqiao. */
async function become(scope: 0 | 1 | 2): Promise<void> {
  await t.root.query(
    `update account a set store_scope = $2, store_ids = $3::bigint[],
       role_ids = array(select id from role r where r.merchant_id = a.merchant_id and r.letter = 'B')
      where a.id = $1`,
    [scene.ids['account.manager'], scope, scope === 0 ? [] : [scene.w.stores.hongqiao]],
  )
}
const token = () => ({ token: scene.w.tokens.manager })

const reads = Object.entries(contract).flatMap(([room, calls]) =>
  Object.entries(calls)
    .filter(([, call]) => (call as Call).effect === 'read' && (call as Call).tenant !== 'none')
    .map(([name, call]) => [`${room}.${name}`, call as Call] as const),
)
const inputsOf = (name: string): readonly Record<string, unknown>[] => {
  const [room, call] = name.split('.') as [never, never]
  return samplesOf(scene)[room][call] as readonly Record<string, unknown>[]
}

/** Everything that a call answers to its samples, to nothing asked, and to a hidden order asked for by its id. */
async function answersOf(name: string, call: Call, hidden: readonly string[]): Promise<string> {
  const texts: string[] = []
  for (const input of [...inputsOf(name), {}, { orderId: hidden[0] }, { pageSize: 100 }]) {
    const answer = await t.send(call, input, token())
    if (answer.success) texts.push(JSON.stringify(answer.data))
  }
  return texts.join('\n')
}

it('who sees every store is told of all of it: the laws below could fail', async () => {
  await become(0)
  const [name, call] = reads.find(([one]) => one === 'order.list')!
  const text = await answersOf(name, call, elsewhere)
  expect([...elsewhere, ...others].filter((id) => !text.includes(`"${id}"`))).toEqual([])
})

describe('who sees one store', () => {
  beforeAll(() => become(1))
  it.each(reads)('%s tells nothing of the others', async (name, call) => {
    const text = await answersOf(name, call, elsewhere)
    expect(elsewhere.filter((id) => text.includes(`"${id}"`))).toEqual([])
    expect(text).not.toContain('看不见')
  })
})

describe('who sees their own orders', () => {
  beforeAll(() => become(2))
  it.each(reads)('%s tells nothing of the others', async (name, call) => {
    const hidden = [...others, ...elsewhere]
    const text = await answersOf(name, call, hidden)
    expect(hidden.filter((id) => text.includes(`"${id}"`))).toEqual([])
  })
})

describe('totals', () => {
  const total = async () => (await t.call(contract.order.list, { orderKind: 1, pageSize: 100 }, token())).total
  const held = async (where: string, values: unknown[] = []) =>
    (
      await t.root.query(
        `select count(*)::int as n from "order" where merchant_id = $1 and order_kind = 1 and status > 0 and ${where}`,
        [scene.w.merchantId, ...values],
      )
    ).rows[0].n

  it('count what the scope shows, no more and no less', async () => {
    await become(0)
    expect(await total()).toBeGreaterThan(0)
    const all = await total()
    await become(1)
    const here = await held('$2 in (store_id, return_store_id)', [scene.w.stores.hongqiao])
    const everywhere = await held('true')
    expect(all! - (await total())!).toBe(everywhere - here)
    await become(2)
    const { list } = await t.call(contract.order.list, { orderKind: 1, pageSize: 100 }, token())
    expect(list.map((one) => one.orderId)).toEqual([own])
    expect(await total()).toBe(1)
  })
})
