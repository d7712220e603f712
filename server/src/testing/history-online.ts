import { contract } from '@cheyi/contract/index'
import { depositMode, waiveType } from '@cheyi/domain/money/deposit/codes'
import { authHoldStatus } from '@cheyi/domain/money/deposit/hold'
import { payKind, payMode, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { collectKinds } from '@cheyi/domain/money/payment/collect'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { expect } from 'vitest'
import type { History, Who } from './history.ts'

/*
 * Steps of a history that go through payment providers: the simulator stands in for them, over their wires.
 */

const pick = <T>(list: readonly T[], share: number): T | undefined => list[share % Math.max(1, list.length)]
const simulatorOf = ({ t }: History) => t.kernel.outside.pay.simulator!

/** What a provider does with what it tells about one payment; most of the time nothing goes wrong. */
const faults = ['none', 'none', 'none', 'delay', 'lose', 'repeat', 'wrongAmount', 'forge'] as const
/** What goes wrong with everything that it is asked. */
const outages = ['none', 'down', 'timeOutAfterSuccess', 'refuseRefund', 'refuseCapture', 'undecided'] as const

/** Trades of an order that its customer was given, paid or not. */
async function tradesOf(h: History, orderId: string) {
  const { rows } = await h.t.root.query(
    `select out_trade_no from payment where order_id = $1 and direction = 'in' and channel_id is not null`,
    [orderId],
  )
  const known = new Set(rows.map(({ out_trade_no, outTradeNo }) => outTradeNo ?? out_trade_no))
  return (await simulatorOf(h).trades()).filter(({ outTradeNo }) => known.has(outTradeNo))
}

/** Somebody asks for what is owed by a code; the customer pays it at once, later, or never. */
export async function payOnline(h: History, orderId: string, share: number, who: Who): Promise<void> {
  const { owed, status } = await h.facts(orderId)
  if (owed <= 0) return
  const kind = pick(collectKinds(status), share) ?? payKind.rent
  const way = share % 2 === 0 ? payWay.alipay : payWay.wechat
  await h.send(contract.payment.collect, { orderId, payKind: kind, amount: owed, payWay: way }, who)
  const waiting = (await tradesOf(h, orderId)).filter(({ state }) => state === 'waiting')
  const trade = pick(waiting, share)
  if (trade === undefined || share % 5 === 0) return
  await simulatorOf(h).fail(pick(faults, share)!, trade.no)
  await simulatorOf(h).act(trade.no, share % 11 === 0 ? 'refuse' : 'approve')
}

/** The customer pays a code that was shown before, whatever became of its order. */
export async function customerPays(h: History, orderId: string, share: number): Promise<void> {
  const trade = pick(
    (await tradesOf(h, orderId)).filter(({ state }) => state === 'waiting'),
    share,
  )
  if (trade !== undefined) await simulatorOf(h).act(trade.no, 'approve')
}

/** The payment is looked at, or called off. */
export async function askOnline(h: History, orderId: string, share: number, who: Who): Promise<void> {
  const { rows } = await h.t.root.query(
    `select id from payment where order_id = $1 and direction = 'in' and channel_id is not null order by id`,
    [orderId],
  )
  const paymentId = pick(rows, share)?.id
  if (paymentId === undefined) return
  await h.send(share % 3 === 0 ? contract.payment.cancel : contract.payment.query, { paymentId }, who)
}

/** Whoever is told that a payment waits to be looked after does so. */
export async function checkPay(h: History, orderId: string, share: number, who: Who): Promise<void> {
  const { data } = await h.send(contract.payment.toCheck, { orderId }, who)
  const row = pick((data as { list?: { paymentId: string }[] } | null)?.list ?? [], share)
  if (row === undefined) return
  if (share % 2 === 0) await h.send(contract.payment.checkAgain, { paymentId: row.paymentId }, who)
  else await h.send(contract.payment.giveUp, { paymentId: row.paymentId, reason: '平台查无此单' }, who)
}

/** What a provider can hold of a deposit: a freeze, or credit that stands for it. */
const freezes = [
  { mode: depositMode.online, payWay: payWay.alipay },
  { mode: depositMode.waived, waiveType: waiveType.zhima },
  { mode: depositMode.waived, waiveType: waiveType.wechatScore },
] as const

/** Somebody asks a customer to let a deposit be held, who agrees at once, later, or never. */
export async function freezeDeposit(h: History, orderId: string, share: number, who: Who): Promise<void> {
  const kind = share % 4 === 0 ? 2 : 1
  const { rows } = await h.t.root.query(
    'select amount_fen::int as amount from deposit where order_id = $1 and kind = $2 and pay_status = 0',
    [orderId, kind],
  )
  if (rows[0] === undefined) return
  await h.send(contract.deposit.pay, { orderId, kind, amount: rows[0].amount, ...pick(freezes, share)! }, who)
  const trade = (await tradesOf(h, orderId)).find(({ state, isHold }) => isHold && state === 'waiting')
  if (trade === undefined || share % 5 === 0) return
  if (share % 7 === 0) await simulatorOf(h).fail(pick(faults, share)!, trade.no)
  await simulatorOf(h).act(trade.no, share % 11 === 0 ? 'refuse' : 'approve')
}

const agreedTo = async (h: History, orderId: string, share: number) =>
  pick(
    (await tradesOf(h, orderId)).filter(({ isHold, state }) => isHold && state === 'succeeded'),
    share,
  )

/** The customer pays what was captured without being decided. */
export async function holdMoves(h: History, orderId: string, share: number): Promise<void> {
  const trade = await agreedTo(h, orderId, share)
  if (trade !== undefined) await simulatorOf(h).act(trade.no, 'approve')
}

/** A hold ends at its provider, which tells of it or does not; now and then it is learnt of at once. */
export async function providerEnds(h: History, orderId: string, share: number): Promise<void> {
  const trade = await agreedTo(h, orderId, share)
  if (trade === undefined) return
  await simulatorOf(h).act(trade.no, share % 2 === 0 ? 'expire' : 'takeBack')
  if (share % 3 > 0) await askHolds(h)
}

/** Every hold is asked about now, as its day comes. */
async function askHolds(h: History): Promise<void> {
  await h.t.root.query(
    'update deposit_hold set ask_at = $2 where merchant_id = $1 and status = $3 and channel_id is not null',
    [h.w.merchantId, new Date(h.t.clock.now()), authHoldStatus.held],
  )
  await h.run('holdQuery')
}

/** What the providers kept back is told, in the wrong order. */
export const providerTells = (h: History): Promise<void> => simulatorOf(h).flush()

export const providerFails = (h: History, share: number): Promise<void> => simulatorOf(h).fail(pick(outages, share)!)

/** How the providers are between two steps: most refunds of a history meet one that is slow, or refuses. */
export const moods = ['none', 'none', 'timeOutAfterSuccess', 'refuseRefund', 'undecided', 'down'] as const
export type Mood = (typeof moods)[number]

/** What is on its way back is sent meanwhile, to providers in this mood; they stay so until something else is said. */
export async function betweenSteps(h: History, mood: Mood): Promise<void> {
  await simulatorOf(h).fail(mood)
  h.t.clock.set(h.t.clock.now() + 2 * MINUTE)
  await h.run('moneyOut')
}

/** Time passes, and what is due of payments and refunds is asked and sent. */
export async function settleOnline(h: History, share: number): Promise<void> {
  h.t.clock.set(h.t.clock.now() + (share % 4 === 0 ? 2 * HOUR : 2 * MINUTE))
  await h.run('payQuery')
  await h.run('moneyOut')
}

/** Its provider reports nothing of it that was not asked for. */
const SETTLED = `
  select p.out_trade_no as no, case when p.status = ${paymentStatus.succeeded} then p.amount_fen else 0 end
      - coalesce((select sum(r.amount_fen) from payment r where r.merchant_id = p.merchant_id and r.origin_payment_id = p.id
          and r.direction = 'out' and r.pay_mode = ${payMode.onlineOut} and r.status = ${paymentStatus.succeeded}), 0) as fen,
    exists (select from payment r where r.merchant_id = p.merchant_id and (r.id = p.id or r.origin_payment_id = p.id)
      and (r.wrong_fen is not null or r.channel_id is not null and r.status = ${paymentStatus.processing})) as open
  from payment p where p.merchant_id = $1 and p.direction = 'in' and p.channel_id is not null and p.hold_id is null`

/** SQL: what goes back by a provider of captures of a hold (h). */
const BACK = `from payment o join payment r on r.merchant_id = o.merchant_id and r.origin_payment_id = o.id
    where o.merchant_id = h.merchant_id and o.hold_id = h.id and r.pay_mode = ${payMode.onlineOut}`

/**
 * By number of a hold: what was captured of it, what of that went back, and how much it still holds; one that we were not told
 * the end of is open, and so is one that its provider would not let go, which somebody says is done.
 */
const HELD = `
  select h.out_no as no, sum(h.captured_fen) as captured, sum(h.amount_fen - h.captured_fen - h.released_fen)
      filter (where h.status = ${authHoldStatus.held}) as held,
    sum((select coalesce(sum(r.amount_fen), 0) ${BACK} and r.status = ${paymentStatus.succeeded})) as back,
    bool_or(exists (select from payment r where r.merchant_id = h.merchant_id and r.hold_id = h.id
      and r.status not in (${paymentStatus.succeeded}, ${paymentStatus.closed}))
      or exists (select from payment r where r.merchant_id = h.merchant_id and r.hold_id = h.id and r.hold_step = 'unfreeze'
        and r.pay_mode = ${payMode.offlineOut})
      or exists (select ${BACK} and (r.wrong_fen is not null or r.status = ${paymentStatus.processing}))) as open
  from deposit_hold h where h.merchant_id = $1 and h.channel_id is not null group by h.out_no`

/**
 * Once the providers answer again, what they hold of each payment is what our rows say of it: nothing is lost and nothing
 * went twice.
 */
export async function settled(h: History): Promise<void> {
  await simulatorOf(h).fail('none')
  for (let n = 0; n < 3; n++) {
    h.t.clock.set(h.t.clock.now() + 2 * HOUR)
    await simulatorOf(h).flush()
    await h.run('payQuery')
    await h.run('moneyOut')
    await askHolds(h)
  }
  const { rows } = await h.t.root.query(SETTLED, [h.w.merchantId])
  const trades = new Map((await simulatorOf(h).trades()).map((trade) => [trade.outTradeNo, trade]))
  // What a provider sends back short without saying so, only its bill tells: Alipay's answer to a refund names no sum of its own.
  const silent = ({ no }: { no: string }) => trades.get(no)?.fault === 'wrongAmount'
  const ours = rows.filter((row) => !row.open && !silent(row)).map(({ no, fen }) => [no, Number(fen)])
  const theirs = ours.map(([no]) => {
    const trade = trades.get(String(no))
    return [no, trade?.state === 'succeeded' ? trade.amount - trade.refunded : 0]
  })
  expect(theirs).toEqual(ours)

  const { rows: holds } = await h.t.root.query(HELD, [h.w.merchantId])
  const known = holds.filter(({ no, open }) => !open && !silent({ no }))
  const sums = known.map(({ no, captured, held, back }) => [no, Number(captured), Number(held ?? 0), Number(back)])
  expect(
    sums.map(([no]) => {
      const trade = trades.get(String(no))
      return [no, trade?.captured ?? 0, trade?.held ?? 0, trade?.refunded ?? 0]
    }),
  ).toEqual(sums)
}
