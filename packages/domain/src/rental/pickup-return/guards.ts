import { orderSteps, WRONG_STATUS } from '../../booking/order/steps.ts'
import { formatKm } from '../../length.ts'
import { expenseCode } from '../../money/expense/codes.ts'
import { formatAmount } from '../../money.ts'
import type { RefusalDetail, RefusalKey } from '../../refusal.ts'
import { can } from '../../step.ts'
import { DAY, type Instant, localDate, MINUTE } from '../../time.ts'
import { isBinding, isPending } from '../agreement/steps.ts'
import { type PersonFacts, personProblems } from '../driver/person.ts'
import { type RecordFacts, type RecordProblem, recordProblems } from './record.ts'
import { pickupStep, returnStep } from './steps.ts'

/** One reason why a handover cannot be confirmed. */
export interface Blocking {
  readonly code: string
  /** The refusal when it is the only reason. */
  readonly key: RefusalKey
  readonly detail?: RefusalDetail
  readonly text: string
  /** The step in which it is corrected. */
  readonly step: number
  /** A holder of `order.override` may ignore it. */
  readonly overridable: boolean
}

/** The clock of a computer or phone may be fast by this much. */
const AHEAD = 5 * MINUTE
/** More kilometres per day are unlikely, so that the reading should be checked. */
const ODD_KM_PER_DAY = 1500

export interface PickupFacts {
  readonly now: Instant
  readonly status: number
  readonly pickupAt: Instant
  readonly returnAt: Instant
  /** When the car is handed over. */
  readonly actualAt: Instant
  readonly earlyPickupMinutes: number
  readonly renter: PersonFacts | null
  /** Everybody else who may drive. */
  readonly codrivers: readonly (PersonFacts & { readonly name: string })[]
  /** Class that the model needs. */
  readonly licenceClass: string
  readonly depositsReady: boolean
  /** Due and not paid, fen; for a long order the first instalment. */
  readonly owedFen: number
  readonly record: RecordFacts
  readonly vehicle: {
    readonly odometerKm: number
    /** Another order has the car and has not returned it. */
    readonly onRent: boolean
    readonly engineCut: boolean
  }
  readonly agreementStatus: number
  /** A holder of `order.override` ignores what may be ignored. */
  readonly override: boolean
}

export interface ReturnFacts {
  readonly now: Instant
  readonly status: number
  readonly actualPickupAt: Instant
  readonly actualAt: Instant
  readonly pickupMileageKm: number
  readonly record: RecordFacts
  /** New damage marks without a claim or a reason. */
  readonly unexplainedMarks: number
  /** Owed after the settlement that is being confirmed, including open supplements, fen. */
  readonly owedFen: number
  readonly agreementStatus: number
  readonly override: boolean
}

/** Earlier than the merchant's minutes before the agreed pickup; with an override, the rental is priced from that time. */
export const isTooEarly = (f: Pick<PickupFacts, 'pickupAt' | 'actualAt' | 'earlyPickupMinutes'>): boolean =>
  f.actualAt < f.pickupAt - f.earlyPickupMinutes * MINUTE

/** The agreed period has passed: it must be moved before the car goes out. */
export const isPeriodOver = (f: Pick<PickupFacts, 'returnAt' | 'actualAt'>): boolean => f.actualAt >= f.returnAt

/** Reasons that block the pickup, in the order of the steps; empty: allowed. */
export function pickupBlocks(f: PickupFacts): Blocking[] {
  const blocks: Blocking[] = []
  const add = (code: string, key: RefusalKey, step: number, text: string, more: Partial<Blocking> = {}) =>
    blocks.push({ code, key, step, text, overridable: false, ...more })

  const step = can(orderSteps, 'pickUp', f.status)
  if (!step.ok) add('status', step.key, pickupStep.order, WRONG_STATUS)
  if (isTooEarly(f)) {
    add('tooEarly', 'pickupBlocked', pickupStep.order, '未到取车时间', { overridable: true })
  }
  if (isPeriodOver(f)) add('periodOver', 'pickupBlocked', pickupStep.order, '租期已过，请调整租期后取车')
  if (f.actualAt > f.now + AHEAD) add('future', 'pickupBlocked', pickupStep.order, '取车时间不能晚于当前时间')
  if (f.owedFen > 0) {
    const detail = { n: formatAmount(f.owedFen) }
    add('unpaid', 'stillOwed', pickupStep.order, '订单未付款', { detail, overridable: true })
  }

  const rental = {
    pickupOn: localDate(f.actualAt),
    returnOn: localDate(f.returnAt),
    licenceClass: f.licenceClass,
  }
  if (f.renter === null) add('renterMissing', 'personUnverified', pickupStep.documents, '请登记承租人')
  else {
    for (const problem of personProblems(f.renter, rental)) {
      add(problem.code, personKey[problem.code] ?? 'pickupBlocked', pickupStep.documents, problem.text)
    }
  }
  for (const codriver of f.codrivers) {
    for (const { code, text } of personProblems(codriver, rental, '驾驶人')) {
      const key = personKey[code] ?? 'pickupBlocked'
      add('codriver', key, pickupStep.documents, `同行驾驶人${codriver.name}：${text}`)
    }
  }

  if (f.vehicle.onRent) add('vehicleOut', 'vehicleNotReturned', pickupStep.vehicle, '车辆尚未归还')
  if (f.vehicle.engineCut) add('engineCut', 'pickupBlocked', pickupStep.vehicle, '车辆处于断油电状态，请先恢复')

  blocks.push(...recordBlocks(f.record, pickupStep))
  if (f.record.mileageKm !== null && f.record.mileageKm < f.vehicle.odometerKm) {
    const text = `取车里程不能小于车辆当前里程 ${formatKm(f.vehicle.odometerKm)}`
    add('mileage', 'pickupBlocked', pickupStep.readings, text)
  }

  if (!f.depositsReady) add('deposit', 'depositUnpaid', pickupStep.deposits, '押金未收齐')
  if (!isBinding(f.agreementStatus)) add('agreement', 'agreementUnsigned', pickupStep.agreement, '合同未签署')
  return f.override ? blocks.filter((block) => !block.overridable) : blocks
}

/**
 * Number of new marks that are neither charged nor have a reason why they cost nothing. A damage charge without a
 * mark explains one of them; a case of damage explains those of its parts.
 * @param damaged parts that cases of the order name
 */
export const unexplainedMarks = (
  marks: readonly {
    readonly part: string
    readonly isNew: boolean
    readonly reason: string
    readonly amount?: number | null
  }[],
  charges: readonly { readonly code: number; readonly markId: string | null }[],
  damaged: readonly string[],
): number => {
  const silent = marks.filter(
    ({ part, isNew, reason, amount }) => isNew && amount == null && reason.trim() === '' && !damaged.includes(part),
  )
  const byHand = charges.filter(({ code, markId }) => code === expenseCode.damage && markId === null)
  return Math.max(0, silent.length - byHand.length)
}

/** Reasons that block the return; empty: allowed. */
export function returnBlocks(f: ReturnFacts): Blocking[] {
  const blocks: Blocking[] = []
  const add = (code: string, key: RefusalKey, step: number, text: string, more: Partial<Blocking> = {}) =>
    blocks.push({ code, key, step, text, overridable: false, ...more })
  const badField = (field: string, text: string) => ({ detail: { 字段: text, field } })

  const step = can(orderSteps, 'return', f.status)
  if (!step.ok) add('status', step.key, returnStep.order, WRONG_STATUS)
  if (f.actualAt < f.actualPickupAt) {
    const text = '还车时间不能早于取车时间'
    add('beforePickup', 'badInput', returnStep.time, text, badField('actualAt', text))
  }
  if (f.actualAt > f.now + AHEAD) {
    const text = '还车时间不能晚于当前时间'
    add('future', 'badInput', returnStep.time, text, badField('actualAt', text))
  }

  blocks.push(...recordBlocks(f.record, returnStep))
  if (f.record.mileageKm !== null && f.record.mileageKm < f.pickupMileageKm) {
    add('mileage', 'mileageBelowPickup', returnStep.readings, '还车里程不能小于取车里程')
  }
  if (f.unexplainedMarks > 0) {
    const text = '新增损伤请收取车损费用、登记车损，或填写不收费的原因'
    add('damage', 'badInput', returnStep.damage, text, badField('damageMarks', text))
  }
  if (f.owedFen > 0) {
    const detail = { n: formatAmount(f.owedFen) }
    add('owed', 'stillOwed', returnStep.settlement, `仍有¥${detail.n}未收`, { detail, overridable: true })
  }
  if (!isBinding(f.agreementStatus) && !isPending(f.agreementStatus)) {
    add('agreement', 'agreementUnsigned', returnStep.confirm, '合同未签署')
  }
  return f.override ? blocks.filter((block) => !block.overridable) : blocks
}

/** Readings that are possible but unlikely; shown as warnings only. */
export function returnWarnings(
  f: Pick<ReturnFacts, 'actualPickupAt' | 'actualAt' | 'pickupMileageKm' | 'record'>,
): string[] {
  if (f.record.mileageKm === null) return []
  const days = Math.max(1, Math.ceil((f.actualAt - f.actualPickupAt) / DAY))
  return f.record.mileageKm - f.pickupMileageKm > ODD_KM_PER_DAY * days
    ? ['行驶里程异常（日均超过1500公里），请核对']
    : []
}

const personKey: Readonly<Record<string, RefusalKey>> = {
  blacklisted: 'personBlacklisted',
  unverified: 'personUnverified',
}

const recordKey: Readonly<Record<RecordProblem['field'], RefusalKey>> = {
  photos: 'photosIncomplete',
  mileageKm: 'badInput',
  fuelEighths: 'badInput',
  batteryPct: 'badInput',
}

const recordBlocks = (record: RecordFacts, steps: { readonly photos: number; readonly readings: number }): Blocking[] =>
  recordProblems(record).map(({ field, text }) => ({
    code: field,
    key: recordKey[field],
    detail: { 字段: text, field },
    text,
    step: field === 'photos' ? steps.photos : steps.readings,
    overridable: false,
  }))
