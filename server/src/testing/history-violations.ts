import { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { violationStatus as s } from '@cheyi/domain/rental/violation/codes'
import { formatDateTime, MINUTE } from '@cheyi/domain/time'
import type { History } from './history.ts'
import { byTwo, part, pick, type Step } from './history-acts.ts'
import { runMerchants } from './jobs.ts'

type Shown = OutputOf<typeof contract.violation.detail>

/** A minute at which the order had a car, by its share of that; null while it never had one. */
async function minuteOf(h: History, orderId: string, share: number): Promise<{ plate: string; at: number } | null> {
  const { rows } = await h.t.root.query(
    `select v.plate, a.from_at, coalesce(a.to_at, $2) as to_at from vehicle_assignment a join vehicle v on v.id = a.vehicle_id
      where a.order_id = $1 and not a.void order by a.from_at`,
    [orderId, new Date(h.t.clock.now())],
  )
  const one = pick(rows, share)
  if (one === undefined) return null
  const [from, to] = [one.fromAt.getTime() as number, one.toAt.getTime() as number]
  const at = from + Math.floor(((to - from) * (share % 10)) / (10 * MINUTE)) * MINUTE
  return { plate: one.plate, at }
}

const facts = (share: number) => ({
  place: '延安高架',
  act: '违反禁令标志',
  actCode: String(1000 + (share % 7)),
  points: share % 4 === 0 ? 3 : 0,
  fine: (share % 5) * 5_000,
})

/** A violation of an order is entered, by the order or by the car and its minute. */
export const violation: Step = async (h, orderId, share, who) => {
  const of = await minuteOf(h, orderId, share)
  if (of === null) return
  const { plate, at: occurAt } = of
  if (share % 2) await h.send(contract.violation.save, { orderId, occurAt, ...facts(share) }, who)
  else await h.send(contract.violation.create, { plate, occurAt, ...facts(share) }, who)
}

/** One of an order goes on: what its status offers, and now and then what it does not. */
export const goOnWithViolation: Step = async (h, orderId, share, who) => {
  const { violation } = contract
  const { data } = await h.send(violation.list, { orderId }, who)
  const row = pick((data as { violationId: string }[] | null) ?? [], share)
  if (row === undefined) return
  const { violationId } = row
  const one = (await h.send(violation.detail, { violationId }, who)).data as Shown | null
  if (one === null) return
  const of = { violationId, version: one.version }
  const proof = () => h.photos('violation', 1, who)
  const handle = async (action: 'agency' | 'proof' | 'done' | 'close' | 'offline' | 'reopen') =>
    h.send(
      violation.handle,
      {
        ...of,
        action,
        consent: 'phone',
        reason: '核对',
        ...(action === 'done' && { photoIds: await proof() }),
        officialState: 2,
      },
      who,
    )
  const money = () => goOnWithClaim(h, { orderId, one, share, who })
  const ways: Partial<Record<number, readonly (() => Promise<unknown>)[]>> = {
    [s.open]: [
      () => h.send(violation.notify, of, who),
      () => handle('agency'),
      () => handle('offline'),
      () => h.send(violation.cancel, { ...of, reason: '登记有误' }, who),
      () => handle('agency'),
    ],
    [s.byCustomer]: [() => handle('proof'), () => handle('agency'), () => h.run('overdueRoll')],
    [s.byMerchant]: [() => handle('done'), money],
    [s.toClose]: [
      money,
      money,
      () => handle('close'),
      () => h.send(violation.appeal, { ...of, reason: '不是我' }, who),
    ],
    [s.appealed]: [() => h.send(violation.appealResult, { ...of, upheld: share % 3 === 0, reason: '核实' }, who)],
    [s.closed]: [() => handle('reopen'), money],
  }
  await pick(ways[one.status] ?? [() => handle('done')], share)!()
}

interface Going {
  readonly orderId: string
  readonly one: Shown
  readonly share: number
  readonly who: Parameters<Step>[3]
}

/** What it costs: the fine is paid or that taken back, charged, taken out of the deposit, paid at the counter, given up or paid back. */
async function goOnWithClaim(h: History, { orderId, one, share, who }: Going): Promise<void> {
  const { violation } = contract
  const { violationId, version, claim, finePaid, fine, payable } = one
  const of = { violationId, version }
  if (payable === null) {
    if (finePaid === null && fine !== null && fine > 0 && share % 3 > 0) {
      const voucherIds = await h.photos('voucher', 1, who)
      await h.send(violation.paid, { ...of, amount: part(fine, share), payWay: payWay.bank, voucherIds }, who)
    } else if (finePaid !== null && share % 7 === 0) await h.send(violation.paid, of, who)
    else if (claim !== null) {
      const lines = { ...claim.most, agency: part(Math.max(claim.most.agency, 1), share) }
      const take =
        share % 2 ? { take: { payMode: payMode.offlineDeduct, amount: part(lines.fine + lines.agency, share) } } : {}
      await byTwo(h, share, who, (headers) => h.send(violation.deduct, { ...of, lines, ...take }, who, headers))
    }
    return
  }
  if (claim === null) return
  const { due, refundable } = claim
  if (due > 0 && share % 4 === 0) await h.send(violation.waive, { ...of, reason: '老客户' }, who)
  else if (due > 0 && share % 4 === 1) {
    const paid = { payKind: payKind.violation, refId: violationId, amount: part(due, share), payWay: payWay.cash }
    await h.send(contract.payment.collect, { orderId, ...paid }, who)
  } else if (due > 0) {
    const take = { payMode: pick(claim.modes, share) ?? payMode.offlineDeduct, amount: part(due, share) } as const
    await byTwo(h, share, who, (headers) => h.send(violation.deduct, { ...of, take: take as never }, who, headers))
  } else if (refundable > 0) {
    const back = { payMode: payMode.onlineOut, amount: part(refundable, share), reason: '罚款减免' } as const
    await h.send(violation.refund, { violationId, ...back } as never, who)
  }
}

/** The provider tells of the order's car, or knows nothing; asked as at night. */
export const askViolations: Step = async (h, orderId, share) => {
  const simulator = h.t.kernel.outside.violations?.simulator
  const of = await minuteOf(h, orderId, share)
  if (simulator === undefined || of === null) return
  const { plate, at } = of
  const told = {
    ...facts(share),
    plate,
    occurAt: formatDateTime(at),
    docNo: '',
    authority: '',
    officialState: share % 3,
  }
  simulator.act(share % 6 === 0 ? 'gone' : 'knows')
  simulator.tell(plate, share % 2 ? [told] : [])
  await h.send(contract.merchant.saveSetting, { settings: { queryViolationsDaily: 100 } })
  await runMerchants(h.t, 'violationQuery')
  await h.run('violationRelease')
}
