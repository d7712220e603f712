import { contract } from '@cheyi/contract/index'
import { DAY, HOUR, localDate, startOfDate, toIso } from '@cheyi/domain/time'
import { bulk } from '../bulk.ts'
import { writeTable } from '../outside/table/tables.ts'
import { workOff } from '../platform/job/runner.ts'
import type { History } from './history.ts'
import { pick } from './history-acts.ts'
import type { Told } from './open-api.ts'
import { type LineFault, lineFaults, type PlatformSimulator, receptions } from './platform-simulator.ts'
import { sendUpload } from './upload.ts'

/* What platforms do in a history, by signed requests over lines that fail. */

/** A number of a platform with its last request. */
export interface Sent {
  readonly by: PlatformSimulator
  readonly no: string
  body: Record<string, unknown>
  /** It has an order. */
  placed: boolean
}

export interface ChannelHistory {
  readonly h: History
  readonly platforms: readonly PlatformSimulator[]
  readonly sent: Sent[]
}

export type PlatformStep = (c: ChannelHistory, target: Sent | undefined, share: number) => Promise<unknown>

const faultOf = (share: number): LineFault => lineFaults[share % lineFaults.length]!
const post = (by: PlatformSimulator, url: string, body: object, fault: LineFault) =>
  by.ask({ method: 'POST', url: `/open/v1${url}`, body }, fault)

/** Who covers the deposits: mostly the platform, so that the car can be handed over. */
const deposits = [
  { rental: 'waived', violation: 'waived' },
  { rental: 'held', violation: 'waived' },
  undefined,
  { rental: 'held', violation: 'held' },
] as const

/** Staff act on orders by their ids: what arrived is known to them. */
async function learn({ h }: ChannelHistory, one: Sent): Promise<void> {
  const { rows } = await h.t.root.query('select id from "order" where merchant_id = $1 and channel_order_no = $2', [
    h.w.merchantId,
    one.no,
  ])
  one.placed = rows.length > 0
  for (const { id } of rows) if (!h.orders.includes(id)) h.orders.push(id)
}

async function sendOrder(c: ChannelHistory, one: Sent, fault: LineFault): Promise<Told | undefined> {
  const answer = await post(one.by, '/orders', one.body, fault)
  await learn(c, one)
  return answer
}

function trip({ h }: ChannelHistory, share: number) {
  const from = startOfDate(localDate(h.t.clock.now())) + ((share % 3) + 1) * DAY + (9 + (share % 9)) * HOUR
  return {
    storeId: h.w.stores.hongqiao,
    modelId: share % 3 === 0 ? h.w.models.qin : h.w.models.lavida,
    pickupAt: toIso(from),
    returnAt: toIso(from + ((share % 3) + 1) * DAY + (share % 4) * HOUR),
  }
}

export const platformSteps = {
  /** A customer sees a price and books; now and then at a price of yesterday, which is sent again at ours. */
  async place(c, _, share) {
    const by = c.platforms[share % c.platforms.length]!
    const asked = trip(c, share)
    const quoted = await post(by, '/quote', asked, 'none')
    if (!quoted!.success) return
    const { quoteId, totalFen } = quoted!.data as { quoteId: string; totalFen: number }
    const no = `P${by.source}-${c.h.serial()}`
    const body = {
      ...asked,
      channelOrderNo: no,
      ...(share % 4 === 0 && { quoteId }),
      amountFen: share % 9 === 0 ? totalFen - 5_000 : share % 6 === 0 ? totalFen - 50 : totalFen,
      customer: { name: '周明轩', mobile: '18621070937' },
      ...(share % 5 > 0 && { payment: share % 5 < 4 ? 'prepaid' : 'store' }),
      ...(deposits[share % 4] !== undefined && { deposits: deposits[share % 4] }),
    }
    const one: Sent = { by, no, body, placed: false }
    c.sent.push(one)
    const answer = await sendOrder(c, one, faultOf(share))
    if (answer?.errorCode === 9202) {
      const { quoteId: fresh, totalFen: amountFen } = (answer.data as { quote: { quoteId: string; totalFen: number } })
        .quote
      one.body = { ...body, quoteId: fresh, amountFen }
      await sendOrder(c, one, 'none')
    }
  },
  async repeat(c, target, share) {
    if (target !== undefined) await sendOrder(c, target, faultOf(share))
  },
  /** The same number with another customer: refused once the number has an order. */
  async changedRepeat(c, target) {
    if (target === undefined) return
    const known = await target.by.ask({ method: 'GET', url: `/open/v1/orders/${target.no}` })
    const changed = { ...target, body: { ...target.body, customer: { name: '李四', mobile: '13900004321' } } }
    const answer = await sendOrder(c, changed, 'none')
    if (known!.success && answer!.success) throw new Error(`${target.no} was taken twice with different contents`)
    if (answer!.success) target.body = changed.body
  },
  async check(_, target) {
    if (target !== undefined)
      await post(target.by, '/orders/check', { ...target.body, channelOrderNo: `${target.no}-c` }, 'none')
  },
  async cancel(_, target, share) {
    if (target === undefined) return
    await post(target.by, `/orders/${target.no}/cancel/preview`, {}, 'none')
    const responsibility = share % 3 === 0 ? 'channel' : 'customer'
    await post(target.by, `/orders/${target.no}/cancel`, { responsibility }, faultOf(share))
  },
  /** A cancel that overtakes its order. */
  async cancelFirst(c, target, share) {
    if (target === undefined) return
    const no = `P${target.by.source}-${c.h.serial()}`
    const one = { ...target, no, body: { ...target.body, channelOrderNo: no } }
    await post(one.by, `/orders/${no}/cancel`, {}, 'none')
    const answer = await sendOrder(c, one, 'none')
    if (answer!.success) throw new Error(`${no} was created after its cancel`)
    if (share % 2 === 0) return
    c.h.t.clock.advance(HOUR)
    c.sent.push(one)
    await sendOrder(c, one, faultOf(share))
  },
  async renew(c, target, share) {
    if (target === undefined) return
    const { returnAt } = ((await target.by.ask({ method: 'GET', url: `/open/v1/orders/${target.no}` }))!.data ??
      {}) as { returnAt?: string }
    if (returnAt === undefined) return
    const newReturnAt = toIso(Date.parse(returnAt) + ((share % 2) + 1) * DAY)
    const asked = { renewalNo: `R${c.h.serial()}`, newReturnAt, amountFen: 1 }
    const url = `/orders/${target.no}/renewals`
    const priced = await post(target.by, url, asked, 'none')
    if (priced!.errorCode !== 9202) return
    const payment = share % 3 === 0 ? 'store' : 'prepaid'
    const body = { ...asked, amountFen: (priced!.data as { total: number }).total, payment }
    const first = await post(target.by, url, body, faultOf(share))
    if (share % 2 === 0) await post(target.by, url, body, 'none')
    if (share % 4 !== 1 || !first?.success) return
    const { renewalId } = first.data as { renewalId: string }
    await post(target.by, `${url}/${renewalId}/cancel`, {}, 'repeat')
  },
  async customer(_, target, share) {
    if (target === undefined) return
    const name = share % 2 === 0 ? '周明轩' : '周明远'
    await target.by.ask(
      { method: 'PUT', url: `/open/v1/orders/${target.no}/customer`, body: { name, mobile: '18621070937' } },
      faultOf(share),
    )
  },
  async late(c) {
    for (const platform of c.platforms) await platform.deliverLate()
    for (const one of c.sent) await learn(c, one)
  },
  async reception(c, _, share) {
    c.platforms[share % c.platforms.length]!.receive(receptions[share % receptions.length]!)
  },
  statement,
} satisfies Record<string, PlatformStep>

export type PlatformStepName = keyof typeof platformSteps

const yuan = (fen: number) => (fen / 100).toFixed(2)

/** The statement of a month, by the platform's own figures: what it collected less its commission; one line now and then differs. */
async function statement({ h, sent }: ChannelHistory, target: Sent | undefined, share: number): Promise<void> {
  if (target === undefined) return
  const { t, w } = h
  const { by } = target
  const rows: string[][] = []
  for (const { no } of sent.filter((one) => one.by === by)) {
    const { success, data } = (await by.ask({ method: 'GET', url: `/open/v1/orders/${no}` }))!
    if (!success) continue
    const { paidFen, status, totalFen } = data as { paidFen: number; status: number; totalFen: number }
    const commission = status === 6 ? Math.round(totalFen / 10) : 0
    rows.push([no, yuan(paidFen - commission + (share % 5 === 0 ? 100 : 0)), yuan(commission), '结算'])
  }
  if (rows.length === 0) return
  const auth = { token: w.tokens.owner }
  const of = { source: by.source, month: localDate(t.clock.now()).slice(0, 7) }
  const bytes = await writeTable([
    { name: '对账', rows: [['平台订单号', '结算金额', '佣金', '类型'], ...rows], widths: [] },
  ])
  const uploaded = await sendUpload(t, { biz: 'import' }, { name: '对账单.xlsx', bytes }, auth)
  const { mediaId } = uploaded.data as { mediaId: string }
  const { jobId } = await t.call(contract.channel.statementCheck, { ...of, mediaId }, auth)
  await workOff(t.jobs, bulk)
  await h.send(contract.channel.statementConfirm, { jobId, mode: 'validOnly' })
  await workOff(t.jobs, bulk)
  const { lines } = await t.call(contract.channel.statement, of, auth)
  const open = pick(
    lines.filter(({ state }) => state === 0),
    share,
  )
  if (open === undefined) return
  const line = open.id === null ? { orderId: open.orderId! } : { lineId: open.id }
  await h.send(contract.channel.statementHandle, {
    ...of,
    action: share % 2 === 0 ? 'book' : 'note',
    note: '已与平台核对',
    ...line,
  } as never)
}
