import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { refusals } from '@cheyi/domain/refusal'
import { DAY } from '@cheyi/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type TestApp, testApp } from '../testing/app.ts'
import { digestsOf, tablesOfMerchants } from '../testing/digests.ts'
import { beyondSamples, ofNoStore, refusedOtherwise } from '../testing/hostile/beyond-samples.ts'
import { refusedSamples } from '../testing/hostile/refused-samples.ts'
import { samplesOf } from '../testing/hostile/samples.ts'
import { renter } from '../testing/world/handover.ts'
import { insertOrder } from '../testing/world/orders.ts'
import { makeScene, SCENE_NOW, type Scene } from '../testing/world/scene/scene.ts'

/*
 * The stores that an account sees. No reading call returns anything of another store, whatever its input, and totals count only what is
 * shown. No writing call changes anything of another store, of all stores, or of the merchant as a whole. The caller has every other right,
 * so that only the scope can refuse.
 */

/** Refused by the scope: all stores are required, or the answer is the same as for a missing record. */
const FORBIDDEN = -3
const OUT_OF_REACH = [FORBIDDEN, -4, 2002, 4004, refusals.personNotServed.code]

let t: TestApp
let scene: Scene
/** Ids and numbers of records of other stores, and of records of others in this store. */
let elsewhere: readonly string[]
let others: readonly string[]
let own: string
/** A customer of an order of another store, whom somebody else registered. */
let stranger: string

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
  scene = await makeScene(t, '分店租车')
  const { w } = scene
  const { pudong, hangzhou, hongqiao } = w.stores
  const manager = scene.ids['account.manager']!
  stranger = await renter(t, w, { name: '岳不群', phone: '13761234567', address: '看不见路1号' })
  const ofStranger = { renterId: stranger, contactName: '看不见' }
  elsewhere = await numbered([
    await insertOrder(t, w, { status: 3, storeId: pudong, returnStoreId: pudong, ...ofStranger }),
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

/** The manager with all rights, and with this scope over Hongqiao. */
async function become(scope: 0 | 1 | 2): Promise<void> {
  await t.root.query(
    `update account a set store_scope = $2, store_ids = $3::bigint[],
       role_ids = array(select id from role r where r.merchant_id = a.merchant_id and r.letter = 'B')
      where a.id = $1`,
    [scene.ids['account.manager'], scope, scope === 0 ? [] : [scene.w.stores.hongqiao]],
  )
}
const token = () => ({ token: scene.w.tokens.manager })

const calls = Object.entries(contract).flatMap(([feature, rows]) =>
  Object.entries(rows)
    .filter(([, call]) => (call as Call).tenant !== 'none')
    .map(([name, call]) => [`${feature}.${name}`, call as Call] as const),
)
const inputNames = (call: Call): readonly string[] =>
  Object.keys(call.input instanceof z.ZodObject ? call.input.shape : {})
const reads = calls.filter(([, call]) => call.effect === 'read')
const inputsOf = (name: string): readonly Record<string, unknown>[] => {
  const [feature, call] = name.split('.') as [never, never]
  return samplesOf(scene)[feature][call] as readonly Record<string, unknown>[]
}

/** The answers of a call to its samples, to empty input, and to a hidden order named by its id. */
async function answersOf(name: string, call: Call, hidden: readonly string[]): Promise<string> {
  const texts: string[] = []
  for (const input of [...inputsOf(name), {}, { orderId: hidden[0] }, { personId: stranger }, { pageSize: 100 }]) {
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

describe('a customer of whom one sees no order', () => {
  const naming = calls.filter(([name, call]) => inputNames(call).includes('personId') && name !== 'driver.personDetail')

  it.each([1, 2] as const)(
    'is found to be booked for, with masked numbers, and nothing else (scope %i)',
    async (scope) => {
      await become(scope)
      const [found] = await t.call(contract.driver.searchPeople, { keyword: '岳不群' }, token())
      expect(found).toMatchObject({ personId: stranger, phone: '137****4567', orderCount: 0 })
      expect(await t.call(contract.driver.personDetail, { personId: stranger }, token())).toMatchObject({
        isHandled: false,
        phone: '137****4567',
        address: '',
        birthday: null,
        documents: [],
        orders: [],
      })
      expect(naming.map(([name]) => name)).toContain('driver.erasePerson')
      for (const [name, call] of naming)
        for (const input of inputsOf(name)) {
          const { errorCode, message } = await t.send(call, { ...input, personId: stranger }, token())
          expect(OUT_OF_REACH, `${name}: ${errorCode} ${message}`).toContain(errorCode)
        }
    },
  )

  it('is handled as soon as one of their orders is seen, but neither copied nor deleted', async () => {
    await become(1)
    const { hongqiao } = scene.w.stores
    const renterId = await renter(t, scene.w, {})
    await insertOrder(t, scene.w, { status: 3, storeId: hongqiao, returnStoreId: hongqiao, renterId })
    await t.root.query('update person set created_by = 0 where id = $1', [renterId])
    const ask = (call: Call, more: object = {}) => t.send(call, { personId: renterId, ...more }, token())
    expect(await ask(contract.driver.revealPerson)).toMatchObject({ success: true })
    for (const on of [true, false])
      expect(await ask(contract.driver.blacklistPerson, { on, reason: '欠款' })).toMatchObject({ success: true })
    expect(await ask(contract.driver.exportPerson)).toMatchObject({ errorCode: FORBIDDEN })
    expect(await ask(contract.driver.erasePerson, { reason: '客户要求' })).toMatchObject({ errorCode: FORBIDDEN })
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

describe('who answers for one store', () => {
  const writes = calls.filter(([, call]) => call.effect === 'write' && call.upload === undefined)
  let tables: readonly string[]

  // The owner, who created the records of the scene, so that only the scope can refuse (the law of tenancy tests the rest).
  beforeAll(async () => {
    tables = await tablesOfMerchants(t.root)
    await t.root.query('update account set store_scope = 1, store_ids = $2::bigint[] where id = $1', [
      scene.ids.ownerAccount,
      [scene.w.stores.hangzhou],
    ])
    // Whoever registered a customer handles them.
    await t.root.query('update person set created_by = 0')
    await t.root.query('update login_session set proved_at = $1', [new Date(t.clock.now())])
  })

  const ask = (call: Call, input: object) => t.send(call, input, { token: scene.w.tokens.owner })
  /**
   * The data of the merchant, without attempts, sessions, and blocks of numbers, which are reserved ahead whatever the result of a call.
   */
  const kept = (): Promise<Record<string, string>> => {
    const own = tables.filter((table) => !['audit', 'login_session', 'number_block'].includes(table))
    const sets = Object.fromEntries(own.map((table) => [table, `"${table}" x where merchant_id = $1`]))
    return digestsOf(t.root, { ...sets, merchant: 'merchant x where id = $1' }, [scene.w.merchantId])
  }

  it.each(writes.filter(([name]) => ofNoStore[name] === undefined))(
    '%s changes nothing of other stores, or of all',
    async (name, call) => {
      const before = await kept()
      const others = inputsOf(name).filter(({ storeId }) => storeId !== scene.w.stores.hangzhou)
      for (const input of [...others, ...(beyondSamples(scene)[name] ?? [])]) {
        const { errorCode, message } = await ask(call, input)
        const said = `${JSON.stringify(input).slice(0, 200)}: ${errorCode} ${message}`
        expect([...OUT_OF_REACH, refusedOtherwise[name]], said).toContain(errorCode)
        if (errorCode === FORBIDDEN) expect(message, said).toContain('仅管理全部门店的账号可操作')
        expect(await kept(), said).toEqual(before)
      }
    },
  )

  it('what a scope does not narrow is some call, and needs to be told apart', async () => {
    const named = [...Object.keys(ofNoStore), ...Object.keys(refusedOtherwise), ...Object.keys(beyondSamples(scene))]
    expect(named.filter((name) => !writes.some(([one]) => one === name))).toEqual([])
    for (const [name, call] of writes.filter(([one]) => ofNoStore[one] !== undefined))
      for (const input of inputsOf(name)) {
        // No long work may be pending: an account may have three imports or checks at once.
        await t.root.query('update job set state = greatest(state, 2)')
        expect((await ask(call, input)).errorCode, name).toBe(refusedSamples[name] ?? 0)
      }
  })

  it('does as much in the own store', async () => {
    const own = { storeId: scene.w.stores.hangzhou }
    const { terms, merchant, price, store } = contract
    const done = async (call: Call, input: object) =>
      expect(await ask(call, input), call.path).toMatchObject({ success: true })
    await done(terms.saveService, {
      code: 'own',
      name: '本店服务',
      itemType: 2,
      unit: 'day',
      price: 100,
      storeIds: [own.storeId],
    })
    await done(terms.saveDepositPolicy, { ...own, rentalFen: 100_000, modes: [1] })
    await done(terms.saveFee, {
      ...own,
      kind: 'oneWay',
      feeMode: 3,
      amount: 9900,
      pairStoreId: scene.w.stores.hongqiao,
    })
    await done(price.saveRule, { ...own, modelId: scene.w.models.qin, basePrice: 20_500 })
    await done(merchant.saveSetting, { ...own, settings: { graceMinutes: 45 } })
    await done(store.setStatus, { ...own, status: 1 })
  })

  it('is told of no price, rule, contract or free car of another store', async () => {
    const { quote, stock, terms, payment, deposit } = contract
    const { hongqiao } = scene.w.stores
    const trip = { from: SCENE_NOW, to: SCENE_NOW + DAY }
    expect(await ask(quote.services, { storeId: hongqiao })).toMatchObject({ errorCode: -4 })
    expect(await ask(stock.free, { storeId: hongqiao, ...trip })).toMatchObject({ errorCode: -4 })
    const policy = { storeId: hongqiao, modelId: scene.w.models.qin }
    expect(await ask(deposit.policy, policy)).toMatchObject({ errorCode: -4 })
    const listed = await Promise.all(
      [quote.services, terms.cancelRules, terms.depositPolicies, payment.channels].map((call) => ask(call, {})),
    )
    for (const { success, data } of listed) {
      expect(success).toBe(true)
      expect(JSON.stringify(data)).not.toContain(`"${hongqiao}"`)
      expect(JSON.stringify(data)).not.toContain('看不见')
    }
  })
})

/** Tables that name stores, but are neither narrowed to the visible ones nor written only for these, with the reason. */
const namesStores: Readonly<Record<string, string>> = {
  account: 'rights of people: nobody gives or touches what they lack (domain/account/rights.ts)',
  approval: 'decided by a second person of its stores (function second_persons)',
  bill_difference: 'of a bill that the provider gave; cleared in its own store alone (reconcile/handlers.ts)',
  bookkeeping_line: 'vouchers of the merchant as a whole, read and made by whoever answers for all stores',
  event: 'who is told',
  job: 'what its run saw',
  ledger_entry: 'postings of what was allowed by its order or cashShift',
  occupancy: 'of an order or stop, where the car is then',
  pool: 'counts of cars, wherever a booking or a one-way return moves one',
  pool_delta: 'the same',
  referral: 'shown with its record by pending work, which is narrowed',
  task: 'of an order',
  vehicle_period: 'where a car was, kept by a trigger',
}

it('every table that names stores is narrowed, or guards its rows, or is told why not', async () => {
  const names = async (sql: string): Promise<string[]> => (await t.root.query(sql)).rows.map(({ name }) => name)
  const naming = await names(
    `select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attname ~ 'store_ids?$' order by 1`,
  )
  const safe = await names(
    `select tablename as name from pg_policies where schemaname = 'public' and permissive = 'RESTRICTIVE'
     union select tgrelid::regclass::text from pg_trigger where tgname = 'within_reach'`,
  )
  expect(naming.filter((name) => !safe.includes(name))).toEqual(Object.keys(namesStores).toSorted())
})
