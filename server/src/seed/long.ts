import { contract } from '@cheyi/contract/index'
import { orderKind } from '@cheyi/domain/booking/order/codes'
import { payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { endOfTerm } from '@cheyi/domain/pricing/quote/long/months'
import { type PayInterval, payInterval } from '@cheyi/domain/pricing/quote/long/terms'
import { Refusal } from '@cheyi/domain/refusal'
import { addDays, addMonths, DAY, HOUR, localDate, MINUTE, startOfDate } from '@cheyi/domain/time'
import type { Kernel } from '../kernel/http/pipeline.ts'
import { billInstalments } from '../rental/instalment/jobs.ts'
import { demoStores } from './fleet.ts'
import { arrange, type Booked, bringBack, pickUp, type Scene } from './life.ts'
import { runOnStage, type Stage } from './perform.ts'
import { diceOf } from './random.ts'

/** A long rental of the demo. */
interface Contract {
  /** Days from the loading day to its first date, or that date itself: a month before, so that its second row is due today. */
  readonly from: number | 'aMonthAgo'
  readonly months: number
  readonly interval: PayInterval
  readonly company?: string
  /** Whether the last due row was paid. */
  readonly inTime: boolean
  /** Months by which a current rental was extended. */
  readonly longer?: number
  /** Days until the agreed early end of a current rental. */
  readonly endsIn?: number
  /** State of a rental that has not been picked up or was returned: a draft, arranged with a car, returned on its last date. */
  readonly fate?: 'draft' | 'arranged' | 'returned'
}

const { monthly, quarterly } = payInterval
export const company = '云途科技（上海）有限公司'

/** Current ones, paid or late; returned, a draft, one with a car; pending their first instalment; three cars of a company. */
const contracts: readonly Contract[] = [
  { from: -75, months: 6, interval: monthly, inTime: true, longer: 1 },
  { from: -52, months: 3, interval: monthly, inTime: false },
  { from: -40, months: 6, interval: quarterly, inTime: true, endsIn: 12 },
  { from: -35, months: 6, interval: monthly, inTime: false, company },
  { from: -35, months: 6, interval: monthly, inTime: true, company },
  { from: -20, months: 3, interval: monthly, inTime: true, company },
  { from: -66, months: 1, interval: monthly, inTime: true, fate: 'returned' },
  { from: 3, months: 1, interval: monthly, inTime: true, fate: 'arranged' },
  { from: 9, months: 6, interval: quarterly, inTime: true, fate: 'draft' },
  { from: 2, months: 3, interval: monthly, inTime: true },
  { from: 6, months: 3, interval: quarterly, inTime: false },
  { from: 'aMonthAgo', months: 6, interval: monthly, inTime: true },
]

/** Number of stores and models that are tried in turn until a car is free for the whole term. */
const WISHES = 24

/**
 * Plays the long rentals before all others, so that the others find cars around them.
 * @returns how many were sold
 */
export async function playLong(kernel: Kernel, merchantId: string, scene: Scene): Promise<number> {
  let played = 0
  for (const [i, one] of contracts.entries())
    for (let wish = 0; wish < WISHES; wish++) {
      try {
        await runOnStage(kernel, merchantId, (stage) => play(stage, scene, one, i * 7 + wish))
        played++
        break
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        kernel.log.debug({ contract: i, refusal: error.key }, 'demo wish refused')
      }
    }
  return played
}

async function play(stage: Stage, scene: Scene, one: Contract, seed: number): Promise<void> {
  const { now, master, cast, customers, companies } = scene
  const dice = diceOf(700 + seed)
  const store = demoStores[seed % demoStores.length]!
  const today = localDate(now)
  const pickupAt = startOfDate(one.from === 'aMonthAgo' ? addMonths(today, -1) : addDays(today, one.from)) + 10 * HOUR
  const ahead = pickupAt > now
  const createdAt = Math.min(pickupAt - 3 * DAY, now - 2 * HOUR)
  const clerk = stage.as(cast.clerk, createdAt)
  const quoted = await clerk(contract.quote.quote, {
    orderKind: orderKind.long,
    storeId: master.stores[store.key],
    modelId: master.models[seed % master.models.length]!,
    pickupAt,
    termMonths: one.months,
    payInterval: one.interval,
    companyId: one.company && companies.get(one.company),
  })
  const customer = dice.pick(customers)
  const { orderId } = await clerk(contract.order.create, {
    submit: one.fate !== 'draft',
    orderKind: orderKind.long,
    quoteId: quoted.quoteId,
    expectTotal: quoted.total,
    renterId: customer.personId,
    contactName: customer.name,
    contactPhone: customer.phone,
    payMode: payMode.offlineIn,
  })
  const returnAt = endOfTerm(pickupAt, one.months)
  const order: Booked = { orderId, total: quoted.total, pickupAt, returnAt, createdAt }
  if (one.fate === 'draft' || (ahead && !one.inTime)) return
  await payRow(stage, scene, orderId, 1, createdAt + 10 * MINUTE)
  if (ahead && one.fate !== 'arranged') return
  await arrange(stage, cast, orderId, createdAt + 20 * MINUTE)
  if (one.fate === 'arranged') return
  const odometer = await pickUp(stage, scene, order, dice)
  if (one.fate === 'returned') return bringBack(stage, scene, order, odometer, dice)
  const due = quoted.term!.rows.filter(({ seq, dueDate }) => seq > 1 && startOfDate(dueDate) < now - DAY)
  for (const { seq, dueDate } of due) {
    await billInstalments(await stage.context(cast.manager, startOfDate(dueDate) + 10 * MINUTE), orderId)
    if (one.inTime || seq !== due.at(-1)!.seq)
      await payRow(stage, scene, orderId, seq, Math.min(now - HOUR, startOfDate(dueDate) + 11 * HOUR))
  }
  // Rows that became late since then are billed today.
  await billInstalments(await stage.context(cast.manager, now - MINUTE), orderId)
  if (one.longer !== undefined) await renew(stage, scene, order, one.months + one.longer)
  if (one.endsIn !== undefined) await endEarly(stage, scene, orderId, addDays(today, one.endsIn))
}

/** Extends the rental to this number of months, if its car is free. */
async function renew(stage: Stage, { now, cast }: Scene, { orderId, pickupAt }: Booked, months: number): Promise<void> {
  const manager = stage.as(cast.manager, now - 40 * MINUTE)
  const newReturnAt = endOfTerm(pickupAt, months)
  const priced = await manager(contract.renewal.price, { orderId, newReturnAt }).catch(() => null)
  if (priced !== null) await manager(contract.renewal.create, { orderId, quoteId: priced.quoteId })
}

/** Agrees on an early end, requested by the customer. */
async function endEarly(stage: Stage, { now, cast }: Scene, orderId: string, endOn: string): Promise<void> {
  const manager = stage.as(cast.manager, now - 30 * MINUTE)
  const asked = { orderId, endOn, merchantCause: false }
  const { owed } = await manager(contract.instalment.terminatePreview, asked)
  await manager(contract.instalment.terminate, { ...asked, reason: '客户调往外地', expectAmount: owed })
}

async function payRow(stage: Stage, { cast }: Scene, orderId: string, seq: number, at: number): Promise<void> {
  const manager = stage.as(cast.manager, at)
  const row = (await manager(contract.instalment.list, { orderId })).rows.find((one) => one.seq === seq)!
  await manager(contract.instalment.pay, {
    instalmentId: row.id,
    amount: row.open + row.feeOpen,
    payMode: payMode.offlineIn,
    payWay: payWay.bank,
  })
}
