import { contract } from '@cheyi/contract/index'
import { cancelReason, orderStatus } from '@cheyi/domain/booking/order/codes'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { asMerchant } from '../../../kernel/enter.ts'
import { runForMerchants } from '../../../kernel/process/jobs.ts'
import { fillPendingWork, repairPendingWork } from '../../../platform/pending-work/actions.ts'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { at } from '../../../testing/at.ts'
import { runMerchants } from '../../../testing/jobs.ts'
import { book } from '../../../testing/world/bookings.ts'
import { handOut } from '../../../testing/world/handover.ts'
import { insertOrder } from '../../../testing/world/orders.ts'
import { makeWorld, type World } from '../../../testing/world/world.ts'

/* What waits about orders is kept as rows, written by whatever changes them. */

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const kept = async (orderId: string): Promise<Record<string, unknown>[]> =>
  (await t.root.query('select * from pending_work where subject_id = $1 order by kind', [orderId])).rows
const kinds = async (orderId: string) => (await kept(orderId)).map(({ kind }) => kind)
const amiss = () => asMerchant(t.kernel, w.merchantId, repairPendingWork)
const owner = () => ({ token: w.tokens.owner })

describe('an order that is out', () => {
  const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-24T10:00') }
  let orderId: string
  const overdueFrom = async () => (await kept(orderId)).find(({ kind }) => kind === 'overdue')!.countsFrom

  beforeAll(async () => {
    ;({ orderId } = await handOut(t, w, { trip }))
  })

  it('waits for its return from the handover on', async () => {
    expect(await kinds(orderId)).toEqual(['overdue', 'return'])
    expect(await overdueFrom()).toEqual(new Date(trip.returnAt + 30 * MINUTE + 1))
  })

  it('is overdue by the grace in force, of its store before that of the merchant', async () => {
    const save = (graceMinutes: number | null, storeId?: string) =>
      t.call(contract.merchant.saveSetting, { settings: { graceMinutes }, ...(storeId && { storeId }) }, owner())
    await save(60)
    expect(await overdueFrom()).toEqual(new Date(trip.returnAt + HOUR + 1))
    await save(90, w.stores.hongqiao)
    expect(await overdueFrom()).toEqual(new Date(trip.returnAt + 90 * MINUTE + 1))
    await save(null, w.stores.hongqiao)
    await save(null)
    expect(await amiss()).toEqual([])
  })
})

it('a merchant whose data is older than the table has its rows found at the start', async () => {
  const orderId = await insertOrder(t, w, { status: orderStatus.returned, owedFen: 500 })
  const before = await kept(orderId)
  expect(before).toMatchObject([{ kind: 'debt', countsFen: '500' }])
  await t.root.query('delete from pending_work where merchant_id = $1', [w.merchantId])
  await runForMerchants(t.jobs, 'waits', fillPendingWork)
  expect(await kept(orderId)).toEqual(before)
})

it('what is not as it should be is told and repaired in the night', async () => {
  const orderId = await insertOrder(t, w, { status: orderStatus.confirmed })
  const before = await kept(orderId)
  await t.root.query(
    `update pending_work set due_at = due_at + interval '1 day' where subject_id = $1 and kind = 'arrange'`,
    [orderId],
  )
  await t.root.query(`delete from pending_work where subject_id = $1 and kind = 'pickup'`, [orderId])
  await t.root.query(
    `insert into pending_work (merchant_id, subject, subject_id, kind, order_kind, store_id, return_store_id, created_by, counts_from)
     select merchant_id, subject, subject_id, 'debt', order_kind, store_id, return_store_id, created_by, now()
       from pending_work where subject_id = $1`,
    [orderId],
  )
  const told: string[] = []
  const log = vi.spyOn(t.kernel.log, 'child').mockImplementation((() => ({
    error: ({ difference }: { readonly difference: { readonly kind: string } }) => told.push(difference.kind),
  })) as unknown as typeof t.kernel.log.child)
  try {
    await runMerchants(t, 'waits')
  } finally {
    log.mockRestore()
  }
  expect(told.toSorted()).toEqual(['arrange', 'debt', 'pickup'])
  expect(await kept(orderId)).toEqual(before)
  expect(await amiss()).toEqual([])
})

it('a driver who may not work any more leaves an order to another, and comes back to it', async () => {
  const orderId = await insertOrder(t, w, { status: orderStatus.arranged })
  const { rows } = await t.root.query(`select id from account where merchant_id = $1 and name = '测试clerk'`, [
    w.merchantId,
  ])
  const id = rows[0].id
  await t.root.query(
    `insert into driver_task (merchant_id, order_id, type, account_id, plan_at, status) values ($1, $2, 1, $3, now(), 0)`,
    [w.merchantId, orderId, id],
  )
  await t.call(contract.account.setStatus, { id, status: 0 }, owner())
  expect(await kinds(orderId)).toEqual(['pickup', 'reassign'])
  await t.call(contract.account.setStatus, { id, status: 1 }, owner())
  expect(await kinds(orderId)).toEqual(['pickup'])
})

it('the nightly comparison writes nothing of what it read before somebody changed it', async () => {
  const { orderId } = await book(t, w, { form: { autoConfirm: false } })
  const read = new Map<string, unknown[]>()
  const key = (text: unknown, values: unknown) => `${String(text)} ${JSON.stringify(values)}`
  const before = await asMerchant(t.kernel, w.merchantId, (tx) => {
    const query = (async (text: string, values?: unknown[]) => {
      const rows = await tx.query(text, values)
      read.set(key(text, values), rows)
      return rows
    }) as typeof tx.query
    return repairPendingWork({ ...tx, query })
  })
  expect(before).toEqual([])
  expect(await kinds(orderId)).toEqual(['confirm'])
  await t.call(
    contract.order.cancel,
    { orderId, reason: cancelReason.tripOff, responsibility: 1, expectPenalty: 0 },
    owner(),
  )
  expect(await kinds(orderId)).toEqual([])
  // What it asks first is answered as it was before the cancel.
  const late = await asMerchant(t.kernel, w.merchantId, (tx) => {
    const query = (async (text: string, values?: unknown[]) => {
      const rows = read.get(key(text, values))
      return rows !== undefined && read.delete(key(text, values)) ? rows : tx.query(text, values)
    }) as typeof tx.query
    return repairPendingWork({ ...tx, query })
  })
  expect(late).toEqual([])
  expect(await kinds(orderId)).toEqual([])
})
