import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { isSoldByTerm } from '@cheyi/domain/booking/order/sold/snapshot'
import { undoUntil, violationReleaseAt } from '@cheyi/domain/booking/order/timers'
import { formatMoney } from '@cheyi/domain/money'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { receivedFen } from '@cheyi/domain/money/debt/paid'
import { depositKind, depositKinds, type ViolationAt, violationAt } from '@cheyi/domain/money/deposit/codes'
import { platformFreeFen } from '@cheyi/domain/money/deposit/platform-deduct'
import { depositStateText } from '@cheyi/domain/money/deposit/state-text'
import { isUnpaidDeposit } from '@cheyi/domain/money/deposit/status'
import { availableFen } from '@cheyi/domain/money/deposit/steps'
import { isWaivedExpense } from '@cheyi/domain/money/expense/codes'
import { asksDistance, elsewhereExpense, elsewhereFee } from '@cheyi/domain/money/expense/elsewhere'
import { energyFee, type SwappedCar, swapEnergyFee } from '@cheyi/domain/money/expense/energy'
import type { AutoExpense } from '@cheyi/domain/money/expense/item'
import { applyLowered, type FinalExpense } from '@cheyi/domain/money/expense/lower'
import { drivenKm, mileageExpense } from '@cheyi/domain/money/expense/mileage'
import { offlinePayWays } from '@cheyi/domain/money/payment/codes'
import { backInto, type GiveBack, giveBackLines } from '@cheyi/domain/money/payment/give-back'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { findDayPricer } from '@cheyi/domain/pricing/quote/calendar/day-price'
import type { FeeConfig } from '@cheyi/domain/pricing/quote/rules'
import { termOf } from '@cheyi/domain/pricing/quote/term'
import { badInput } from '@cheyi/domain/refusal'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { type Ending, endByDates, endByHours } from '@cheyi/domain/rental/pickup-return/ending'
import { returnWarnings } from '@cheyi/domain/rental/pickup-return/guards'
import { fuelKindOf } from '@cheyi/domain/rental/pickup-return/record'
import { localDate, MINUTE } from '@cheyi/domain/time'
import { type OrderRow, returnTermsOf } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { openClaims, violationsDue } from '../../money/claim/actions.ts'
import { convertibleFen, depositsOf, giveBackPlan, payingFen } from '../../money/deposit/actions.ts'
import { type ExpenseRow, liveExpenses } from '../../money/expense/actions.ts'
import { refundedRent } from '../../money/payment/actions.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { loadRules, roadBetween } from '../../pricing/quote/actions.ts'
import { openPlan } from '../instalment/actions.ts'
import { termExtensions } from '../renewal/actions.ts'
import { recordFacts, type Situation } from './facts.ts'
import * as store from './store.ts'

export type SettlementView = OutputOf<typeof contract.pickupReturn.settlement>

export interface Readings {
  readonly mileageKm: number
  readonly fuelEighths: number | null
  readonly batteryPct: number | null
  /** The store of the return; null: the agreed one. */
  readonly returnStoreId: string | null
}

/** The settlement of a return, with the parts that its postings need. */
export interface Settled {
  readonly view: SettlementView
  /** Charges that existed when it was calculated. */
  readonly expenses: readonly ExpenseRow[]
  /** Charges as computed, before staff reduced any. */
  readonly computed: readonly AutoExpense[]
  /** Computed charges with the amounts that will be posted. */
  readonly autos: readonly FinalExpense[]
  /** How the return time changes the bill. */
  readonly ending: Ending
  /** Fuel above the level at the pickup, where the merchant pays for it, fen. */
  readonly fuelCredit: number
  readonly undoMinutes: number
  readonly violationAt: ViolationAt
}

/** The readings of a return from its draft. @throws Refusal badInput (-2) without the odometer reading */
export function returnReadings({ record }: Situation): Readings {
  if (record === undefined || record.mileageKm === null) throw badInput('mileageKm', '请输入里程数')
  const { mileageKm, fuelEighths, batteryPct, returnStoreId } = record
  return { mileageKm, fuelEighths, batteryPct, returnStoreId }
}

export type SettlementFacts = Awaited<ReturnType<typeof settlementFacts>>

/** The data of a settlement in addition to its situation; started together, both share one round trip. */
export async function settlementFacts(ctx: Context, order: OrderRow, actualAt: number) {
  const sold = order.quoteSnapshot
  const [settings, terms, expenses, extensions, deposits, drives, swapped, rules, refunded, violations, plan] =
    await Promise.all([
      settingsOf(ctx, order.storeId),
      returnTermsOf(ctx, order),
      liveExpenses(ctx, order.id, handoverType.return),
      termExtensions(ctx, order.id),
      depositsOf(ctx, order.id),
      store.closedDrives(ctx.db, order.id),
      ctx.elevated(() => store.swappedCars(ctx, order.id)),
      loadRules(ctx, { ...order, modelIds: [order.modelId], returnAt: Math.max(actualAt, order.returnAt) }),
      refundedRent(ctx, order.id),
      violationsDue(ctx, order.id),
      isSoldByTerm(sold) ? openPlan(ctx, order.id, sold.terms, localDate(actualAt)) : null,
    ])
  const ending = (at: number, back: boolean): Ending =>
    isSoldByTerm(sold)
      ? endByDates(sold, at, {
          ...plan!,
          returnAt: order.returnAt,
          overdueMultiplierBp: terms.overdueMultiplierBp,
          refunded,
          back,
        })
      : endByHours(termOf(sold, extensions), at, {
          late: {
            overdueMultiplierBp: terms.overdueMultiplierBp,
            today: findDayPricer(rules.of(order.modelId), order.source),
          },
          early: { mode: terms.earlyReturnMode, feeBp: terms.earlyReturnFeeBp, merchantCause: false },
          paid: receivedFen(order),
          refunded,
          back,
        })
  const { fees } = rules.of(order.modelId)
  return { settings, terms, expenses, ending, deposits, drives, swapped, violations, fees }
}

/**
 * Calculates a return: late or early end, fuel and battery, mileage, another store, and charges added by staff. The preview
 * and the settlement use the same function, so the amount shown is the amount charged.
 * @param readings null for a car that does not come back: the rental is charged to its end and on to `actualAt`
 * @throws Refusal mileageBelowPickup (5002)
 */
export async function settle(
  ctx: Context,
  situation: Situation,
  actualAt: number,
  readings: Readings | null,
  facts: Promise<SettlementFacts> = settlementFacts(ctx, situation.order, actualAt),
): Promise<Settled> {
  const { order, pickupRecord } = situation
  const vehicle = situation.vehicle!
  const { settings, terms, expenses, deposits, drives, swapped, violations, fees, ...read } = await facts

  const back = readings !== null
  const ending = read.ending(actualAt, back)
  const energy = !back
    ? { items: [], refund: 0 }
    : energyFee(
        { ...vehicle, kind: fuelKindOf(vehicle.energy) },
        { fuelEighths: pickupRecord?.fuelEighths ?? null, batteryPct: pickupRecord?.batteryPct ?? null },
        readings,
        terms,
      )
  const earlier = drives.map((drive) => ({ fromKm: drive.startOdo, toKm: drive.endOdo ?? drive.startOdo }))
  const segments = [
    ...earlier,
    ...(back ? [{ fromKm: pickupRecord?.mileageKm ?? readings.mileageKm, toKm: readings.mileageKm }] : []),
  ]
  const { days } = ending
  const mileage = mileageExpense(segments, days, terms)

  const elsewhere = back ? await elsewhereOf(ctx, order, readings.returnStoreId ?? order.returnStoreId, fees) : null

  const before = swapEnergyFee(swapped.map(swappedCar), terms)
  // A late fee is the first item, the cost of an early end the last.
  const [first, last] = ending.givenBack === 0 ? [ending.items, []] : [[], ending.items]
  const computed = [...first, ...energy.items, before, mileage, elsewhere, ...last].filter((one) => one !== null)
  const lowered = expenses
    .filter((row) => row.auto)
    .map((row) => ({ ...row, amount: row.amountFen, autoAmount: row.autoAmountFen ?? row.amountFen }))
  const autos = applyLowered(computed, lowered)
  const manual = expenses.filter((row) => !row.auto && !isWaivedExpense(row.status))
  const items = [...autos.map(autoItem), ...manual.map(manualItem)]
  const charges = items.reduce((sum, item) => sum + item.amount, 0)
  const earlyRefund = ending.givenBack + energy.refund
  const due = dueFen(order) + ending.unbilled
  const whole = due + charges - earlyRefund
  const paidViolations = Math.min(violations, Math.max(0, whole))
  const balance = whole - paidViolations
  const [givesBack, claims] = await Promise.all([
    giveBackPlan(ctx, order.id, -balance),
    due > 0 ? openClaims(ctx, order.id, due) : [],
  ])
  const rental = deposits.find(({ kind }) => kind === depositKind.rental)
  const { payable, machine } = rental === undefined ? { payable: 0, machine: 0 } : await payingFen(ctx, rental)
  const converts = terms.violationAt === violationAt.convert && rental !== undefined
  const convertible = converts ? await convertibleFen(ctx, rental) : 0

  return {
    expenses,
    computed,
    autos,
    ending,
    fuelCredit: energy.refund,
    undoMinutes: settings.undoMinutes,
    violationAt: terms.violationAt ?? violationAt.pickup,
    view: {
      items,
      charges,
      supplements: claims
        .filter(({ kind }) => kind === 'supplement')
        .map(({ name, due: amount }) => ({ name, amount })),
      prepaid: Math.max(0, -due),
      earlyRefund,
      balance,
      violations: paidViolations,
      givesBack: giveBackLines(givesBack),
      deposits: depositParts(order, deposits, settings.undoMinutes, {
        balance,
        violations: paidViolations,
        payable,
        machine,
        convertible,
        givesBack,
        actualAt,
        now: ctx.now,
      }),
      lateMinutes: Math.round((actualAt - ending.agreedEnd) / MINUTE),
      drivenKm: drivenKm(segments),
      earlierKm: drivenKm(earlier),
      freeKm: terms.freeKmPerDay === 0 ? null : terms.freeKmPerDay * days,
      warnings: !back
        ? []
        : returnWarnings({
            actualPickupAt: order.actualPickupAt ?? order.pickupAt,
            actualAt,
            pickupMileageKm: pickupRecord?.mileageKm ?? 0,
            record: { ...recordFacts(situation), mileageKm: readings.mileageKm },
          }),
    },
  }
}

/** The fee of the price list for a return at another store than agreed. */
async function elsewhereOf(
  ctx: Context,
  { storeId, returnStoreId: agreedId, quoteSnapshot }: OrderRow,
  returnStoreId: string,
  fees: readonly FeeConfig[],
): Promise<AutoExpense | null> {
  const fee = elsewhereFee({ storeId, agreedId, returnStoreId }, fees)
  const road = asksDistance(fee) ? await roadBetween(ctx, storeId, returnStoreId) : null
  return elsewhereExpense(fee, quoteSnapshot.lines, road?.metres ?? null)
}

const swappedCar = (row: store.SwappedRow): SwappedCar => ({
  ...row,
  plate: displayPlate(row.plate),
  kind: fuelKindOf(row.energy),
  pickup: { fuelEighths: row.outFuel, batteryPct: row.outBattery },
  back: { fuelEighths: row.backFuel, batteryPct: row.backBattery },
})

type Item = SettlementView['items'][number]

const autoItem = (auto: FinalExpense): Item => ({ ...auto, id: null, auto: true })

const manualItem = (row: ExpenseRow): Item => ({
  ...row,
  unitPrice: row.unitPriceFen,
  amount: row.amountFen,
  auto: false,
  autoAmount: null,
})

/** What a platform holds pays nothing at the return: staff request it afterwards. */
function stateText(row: Awaited<ReturnType<typeof depositsOf>>[number]): string {
  const text = depositStateText(row.payStatus, row.holdStatus, row)
  const free = platformFreeFen(row)
  return free > 0 ? `${text}，欠款可在还车后向平台申请扣款，最多${formatMoney(free)}` : text
}

/** The use of each deposit: the amount that may pay the balance, and the amount and time of its release. */
function depositParts(
  order: Situation['order'],
  rows: Awaited<ReturnType<typeof depositsOf>>,
  undoMinutes: number,
  at: {
    readonly balance: number
    /** Unpaid claims for violations, for which the rental deposit is withheld as for any debt. */
    readonly violations: number
    /** The part of the rental deposit that pays this debt immediately. */
    readonly payable: number
    /** The part of the rental deposit that may be captured at the card machine. */
    readonly machine: number
    /** The part of the rental deposit that may become the violation deposit. */
    readonly convertible: number
    readonly givesBack: GiveBack
    readonly actualAt: number
    readonly now: number
  },
): SettlementView['deposits'] {
  const { holdDays } = order.depositPolicySnapshot
  const due = Math.max(0, at.balance)
  const unpaid =
    rows.find((row) => row.kind === depositKind.violation && isUnpaidDeposit(row.payStatus))?.amountFen ?? 0
  const moved = Math.max(0, Math.min(unpaid, at.convertible - Math.min(at.payable, due + at.violations)))
  return rows.map((row) => {
    const available = availableFen(row)
    const rental = row.kind === depositKind.rental
    const deduct = rental ? Math.min(at.payable, due) : 0
    const back = backInto(at.givesBack, row.kind)
    const left = available - deduct + back + (rental ? -moved : moved)
    return {
      kind: row.kind,
      name: depositKinds.text(row.kind),
      state: stateText(row),
      available,
      deduct,
      machine: rental ? Math.min(at.machine, due - deduct) : 0,
      back,
      moved,
      release: rental ? left - Math.min(left, at.violations) : left,
      // While a violation is open, the release time of its deposit is unknown.
      releaseAt:
        available + back + moved === 0 || (!rental && order.openViolations > 0)
          ? null
          : rental
            ? undoUntil(at.now, undoMinutes)
            : violationReleaseAt(at.actualAt, holdDays),
      byHand: rental && row.payWay !== null && offlinePayWays.includes(row.payWay),
      payWay: row.payWay,
    }
  })
}
