import { contract } from '@cheyi/contract/index'
import type { Call, InputOf } from '@cheyi/contract/kernel/call'
import type { MediaBiz } from '@cheyi/contract/platform/media'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import type { TimerName } from '@cheyi/domain/booking/order/timers'
import { depositMode, waiveType } from '@cheyi/domain/money/deposit/codes'
import { authHoldStatus } from '@cheyi/domain/money/deposit/hold'
import { paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { account, moneyAccounts } from '@cheyi/domain/money/payment/ledger'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import { renewalStatus } from '@cheyi/domain/rental/renewal/codes'
import { expect } from 'vitest'
import { staleRows } from '../fleet/stock/view/stale.ts'
import { asMerchant } from '../kernel/enter.ts'
import { onceMore } from '../kernel/http/unavailable.ts'
import { differences } from '../money/payment/check/differences.ts'
import { moneyChecks } from '../money-checks.ts'
import { repairPendingWork } from '../platform/pending-work/actions.ts'
import { tallyDifferences } from '../rental/order/jobs/tally-differences.ts'
import { type Envelope, TEST_NOW, type TestApp } from './app.ts'
import { strayBlocks } from './history-tickets.ts'
import { withFaults } from './hostile/faults.ts'
import { runDue } from './jobs.ts'
import { type Mortal, mortalServer } from './mortal/mortal.ts'
import { planned } from './planned.ts'
import { renter } from './world/handover.ts'
import { saveLongPrices } from './world/long.ts'
import { openOnlinePay } from './world/online.ts'
import { makeWorld, type World } from './world/world.ts'

/*
 * A merchant with a few cars to whom anything may happen: what the random histories act on, and what must hold after each
 * of their steps.
 */

/** Who acts; two clerks at once are two of them. */
export type Who = 'owner' | 'manager'

/** An order as the books and the fleet know it. */
export interface OrderFacts {
  readonly id: string
  readonly status: number
  readonly owed: number
  readonly vehicleId: string | null
  readonly modelId: string
  readonly pickupAt: number
  readonly returnAt: number
  readonly version: number
}

export interface History {
  readonly t: TestApp
  readonly w: World
  readonly renterId: string
  readonly orders: string[]
  /** How often each call was answered with which code, over all histories. */
  readonly seen: Map<string, number>
  send<C extends Call>(call: C, input: InputOf<C>, who?: Who, headers?: Record<string, string>): Promise<Envelope>
  /** A number that no other of this history has. */
  serial(): number
  /** A picture nobody has used. */
  photos(biz: MediaBiz, count: number, who?: Who): Promise<string[]>
  facts(orderId: string): Promise<OrderFacts>
  /** Work while one busy connection is cut, somewhere. @returns how many were */
  underFaults(work: () => Promise<unknown>): Promise<number>
  /**
   * Work that a server is asked to do which ends so many moments later; what it did not answer is asked of another, under the
   * same key. @returns whether it ended before it was done
   */
  underKill(moments: number, work: () => Promise<unknown>): Promise<boolean>
  run(timer: TimerName): Promise<void>
}

/** A failure of ours, as against a refusal; one that says «come again» is repeated under its key. */
const TRIES = 5

/** Servers that end in the middle of their work: one at a time, the next begun when it is needed. */
export interface Mortals {
  readonly next: () => Promise<Mortal>
  readonly end: () => Promise<void>
}

export function mortalServers(t: TestApp): Mortals {
  let last: Mortal | undefined
  return {
    async next() {
      if (last === undefined || !last.alive) last = await mortalServer(t)
      return last
    },
    end: async () => last?.end(),
  }
}

/** A fresh merchant on a fresh morning: two kinds of car, few enough that orders meet. */
export async function beginHistory(t: TestApp, seen: Map<string, number>, mortals: Mortals): Promise<History> {
  t.clock.set(TEST_NOW)
  // Thousands of histories leave rows for which those of the first would be the wrong ones.
  await t.root.query('discard plans')
  const w = await makeWorld(t, { cars: 2 })
  const renterId = await renter(t, w)
  const { version, maxPayment } = await t.call(contract.merchant.paySetting, {}, { token: w.tokens.owner })
  const payWays = [payWay.cash, payWay.bank, payWay.pos, payWay.alipay, payWay.wechat]
  await t.call(
    contract.merchant.savePay,
    { payProfile: 1, payWays, limits: { maxPayment }, version },
    { token: w.tokens.owner },
  )
  await (await openOnlinePay(t, w)).fail('none')
  await saveLongPrices(t, w)
  const waiveTypes = [waiveType.zhima, waiveType.wechatScore, waiveType.merchant]
  const policy = { modes: [depositMode.offline, depositMode.online, depositMode.waived], waiveTypes, enabled: true }
  await t.call(contract.terms.saveDepositPolicy, policy, { token: w.tokens.owner })
  const accounts = new Map<Who, string>()
  for (const who of ['owner', 'manager'] as const)
    accounts.set(who, (await t.kernel.identities.of(w.tokens[who], t.clock.now()))!.accountId)
  let serial = 0
  const next = () => ++serial
  /** Who is asked instead of the server of this process. */
  let mortal: Mortal | undefined

  async function send(call: Call, input: unknown, who: Who = 'owner', headers: Record<string, string> = {}) {
    const key = `history-${w.merchantId}-${next()}`
    for (let attempt = 1; ; attempt++) {
      const options = { token: w.tokens[who], key, headers }
      const answer = (await mortal?.send(call, input, options)) ?? (await t.send(call, input, options))
      if (answer.httpStatus === 503 && attempt < TRIES) continue
      const name = call.path.split('/').slice(-2).join('/')
      seen.set(`${name} ${answer.errorCode}`, (seen.get(`${name} ${answer.errorCode}`) ?? 0) + 1)
      expect([answer.httpStatus, answer.errorCode], `${call.path} ${JSON.stringify(input)}`).not.toContainEqual(-1)
      expect(answer.httpStatus, call.path).toBe(200)
      return answer
    }
  }

  return {
    t,
    w,
    renterId,
    orders: [],
    seen,
    send,
    serial: next,
    async photos(biz, count, who = 'owner') {
      const { rows } = await t.root.query(
        `insert into media (merchant_id, biz, kind, path, mime, size_bytes, sha256, width, height, uploader_id)
         select $1, $2, 'image', 'history/' || nextval('row_id'), 'image/jpeg', 700, sha256(nextval('row_id')::text::bytea), 64, 48, $3
           from generate_series(1, $4) returning id`,
        [w.merchantId, biz, accounts.get(who), count],
      )
      return rows.map(({ id }) => id)
    },
    async facts(orderId) {
      const { rows } = await t.root.query('select * from "order" where id = $1', [orderId])
      const [row] = rows
      return {
        id: orderId,
        status: row.status,
        owed: Number(row.owedFen),
        vehicleId: row.vehicleId,
        modelId: row.modelId,
        pickupAt: row.pickupAt.getTime(),
        returnAt: row.returnAt.getTime(),
        version: row.version,
      }
    },
    async underFaults(work) {
      const { ended } = await withFaults(t, 1, work)
      return ended
    },
    async underKill(moments, work) {
      const server = await mortals.next()
      await server.mortalFor(moments)
      mortal = server
      await work().finally(() => {
        mortal = undefined
      })
      if (server.alive) await server.mortalFor(Number.MAX_SAFE_INTEGER)
      return !server.alive
    },
    async run(timer) {
      if (!(await mortal?.run(timer))) await runDue(t, timer)
    },
  }
}

/**
 * What people read of an order's money is one number: what it comes to on its bill, in its detail and on its card is what was kept
 * of its cash, what is owed, what was given up, and what the merchant set off.
 */
export async function billsHold({ t, w, orders }: Pick<History, 't' | 'w' | 'orders'>): Promise<void> {
  const by = { token: w.tokens.owner }
  const sum = (lines: readonly { readonly amount: number }[]) => lines.reduce((all, { amount }) => all + amount, 0)
  for (const orderId of orders) {
    const bill = await t.call(contract.expense.bill, { orderId }, by)
    const { fees, status, orderNo } = await t.call(contract.order.detail, { orderId }, by)
    if (status === orderStatus.notSubmitted) continue
    const owed = bill.owed > 0 ? bill.owed - bill.refunding : bill.owed
    const kept = bill.received + bill.platformHeld - bill.refunded + owed + sum(bill.writeOffs) + sum(bill.offsets)
    const ended = status >= orderStatus.returned
    if (ended || profileOf(bill.orderKind).billing === 'once')
      expect(bill.receivable, `${orderNo}: the bill`).toBe(kept)
    expect(fees.total, `${orderNo}: its detail`).toBe(bill.receivable)
    const { rows } = await t.root.query(
      `select coalesce(sum(e.debit_fen - e.credit_fen), 0)::bigint as fen from ledger_entry e
        where e.order_id = $1 and e.account in (${moneyAccounts.map((name) => `'${name}'`).join(', ')},
          '${account.depositRental}', '${account.depositViolation}', '${account.channelCommission}',
          '${account.billDifference}')`,
      [orderId],
    )
    // A platform remits it less its commission, and now and then another sum.
    expect(Number(rows[0].fen), `${orderNo}: its cash without deposits`).toBe(bill.received - bill.refunded)
  }
}

/** Nothing of it is due any more, so that the timers of later histories have their own merchant to themselves. */
export async function endHistory({ t, w }: History): Promise<void> {
  await t.root.query('begin')
  await t.root.query('set local session_replication_role = replica')
  await t.root.query('update "order" set status = 8 where merchant_id = $1', [w.merchantId])
  await t.root.query('update deposit set hold_status = 4 where merchant_id = $1', [w.merchantId])
  await t.root.query('update deposit_hold set status = $2 where merchant_id = $1', [w.merchantId, authHoldStatus.ended])
  await t.root.query(
    'update payment set ask_at = null, status = $2 where merchant_id = $1 and status <> $3 and status <> $2',
    [w.merchantId, paymentStatus.closed, paymentStatus.succeeded],
  )
  await t.root.query('update renewal set status = $2 where merchant_id = $1 and status = $3', [
    w.merchantId,
    renewalStatus.cancelled,
    renewalStatus.waitingPayment,
  ])
  await t.root.query('update occupancy set active = false where merchant_id = $1', [w.merchantId])
  await t.root.query('commit')
}

/** What holds whatever happened: bill, books and caches are one number, and what {@link carsHold} says. */
export async function holds({ t, w }: History, after: string): Promise<void> {
  // Not in a tenant's transaction: a connection that was cut in the step before may be found dead only now.
  await t.root.query('begin')
  await t.root.query(
    `select set_config('role', 'tenant', true), set_config('app.merchant_id', $1, true), set_config('app.scope', 'all', true),
       set_config('app.store_ids', '{}', true), set_config('app.account_id', '0', true), set_config('app.order_id', '', true),
       set_config('app.now', $2, true)`,
    [w.merchantId, new Date(t.clock.now()).toISOString()],
  )
  const ctx = { query: planned(t.root) }
  const found = await differences(ctx, moneyChecks)
  const stale = await staleRows(ctx)
  const sums = await tallyDifferences(ctx)
  await t.root.query('rollback')
  expect(found, after).toEqual([])
  expect(stale, `${after}: a place that keeps something else than its order says`).toEqual([])
  expect(sums, `${after}: a sum that is kept is not what counting says`).toEqual([])
  const waits = await onceMore(() => asMerchant(t.kernel, w.merchantId, repairPendingWork))
  expect(waits, `${after}: what waits is not what is kept of it`).toEqual([])
  await carsHold({ t, w }, after)
}

/** Who may move cars, reckoned from what says so, where that is not what is kept of it. */
const usesUnlikeSql = `
  with told as (
    select 1::smallint as kind, a.id as ref_id, a.vehicle_id, o.id as order_id, o.renter_id, null::bigint as account_id, a.from_at as since_at,
        a.to_at as until_at, o.return_at as due_at
      from vehicle_assignment a join "order" o on o.merchant_id = a.merchant_id and o.id = a.order_id where a.merchant_id = $1 and not a.void
    union all
    select case k.kind when 1 then 2 else 3 end, k.id, k.vehicle_id, null, null, k.assignee_id, k.actual_start, k.actual_end, k.plan_end
      from ticket k where k.merchant_id = $1 and k.actual_start is not null
    union all
    select 4, k.id, coalesce(k.vehicle_id, o.vehicle_id), o.id, null, k.account_id,
        case when k.type = 1 or k.started_at < k.plan_at - interval '2 hours' then k.started_at else k.plan_at - interval '2 hours' end,
        case when k.type = 1 and k.status = 2 then k.ended_at + interval '2 hours' when k.ended_at is not null then k.ended_at
          when k.started_at is null then k.plan_at + interval '12 hours' end,
        k.plan_at
      from driver_task k join "order" o on o.merchant_id = k.merchant_id and o.id = k.order_id
     where k.merchant_id = $1 and (k.started_at is not null or k.type = 0 and k.status <> 3) and coalesce(k.vehicle_id, o.vehicle_id) is not null
    union all
    select 5, s.id, s.vehicle_id, null, null, s.created_by, s.from_at, least(s.to_at, s.removed_at), null
      from stop_sale s where s.merchant_id = $1 and s.vehicle_id is not null and s.reason = 1),
  real as (select * from told where until_at is null or until_at > since_at),
  kept as (select kind, ref_id, vehicle_id, order_id, renter_id, account_id, since_at, until_at, due_at from vehicle_use where merchant_id = $1)
  (select 'missing' as what, * from real except select 'missing', * from kept)
  union all (select 'wrong', * from kept except select 'wrong', * from real)`

/** What holds of cars: every live order has one or is a to-do, none is in two places, and none is kept for what is over. */
export async function carsHold({ t, w }: Pick<History, 't' | 'w'>, after: string): Promise<void> {
  expect(await strayBlocks({ t, w }), `${after}: what a ticket took is not given back`).toEqual([])
  const { rows: carless } = await t.root.query(
    `select o.order_no, o.status from "order" o
      where o.merchant_id = $1 and o.status between 1 and 5
        and not exists (select from occupancy c where c.merchant_id = o.merchant_id and c.kind in (0, 5) and c.ref_id = o.id
          and c.active and (c.kind = 5 or c.vehicle_id is not null))
        and not exists (select from task k where k.merchant_id = o.merchant_id and k.order_id = o.id
          and k.kind = '${taskKind.conflict}' and k.done_at is null)`,
    [w.merchantId],
  )
  expect(carless, `${after}: an order without a car`).toEqual([])
  const { rows: wrong } = await t.root.query(
    `select o.order_no, o.status, o.vehicle_id, c.vehicle_id as held from "order" o
       join occupancy c on c.merchant_id = o.merchant_id and c.kind = 0 and c.ref_id = o.id and c.active
      where o.merchant_id = $1 and (o.status in (7, 8) or o.status in (4, 5) and o.vehicle_id is distinct from c.vehicle_id)`,
    [w.merchantId],
  )
  expect(wrong, `${after}: a car held for nobody or another`).toEqual([])
  const { rows: twice } = await t.root.query(
    `select a.vehicle_id, a.ref_id, b.ref_id as other from occupancy a join occupancy b
        on b.merchant_id = a.merchant_id and b.vehicle_id = a.vehicle_id and b.id > a.id and b.period && a.period
      where a.merchant_id = $1 and a.active and b.active and a.kind in (0, 1, 2, 3) and b.kind in (0, 1, 2, 3)`,
    [w.merchantId],
  )
  expect(twice, `${after}: a car twice`).toEqual([])
  const { rows: unlike } = await t.root.query(usesUnlikeSql, [w.merchantId])
  expect(unlike, `${after}: who may move a car is not what orders, tickets, tasks and stops say`).toEqual([])
}
