import { feeMode } from '../../booking/order/codes.ts'
import { formatMoney } from '../../money.ts'
import { badInput, Refusal } from '../../refusal.ts'
import { MAX_PRICE } from '../price/rule.ts'
import { nightWindow } from '../quote/lines/handover.ts'
import type { FeeConfig, ServiceItem } from '../quote/rules.ts'
import type { CancelTier } from './cancel.ts'

/*
 * Faults of services, fees, cancellation rules and deposits of a merchant. As with prices, the form shows each
 * fault beside its field and the server refuses with the first; `detail.field` names the field.
 */

const outOfRange = (fen: number, least: number): boolean => !Number.isInteger(fen) || fen < least || fen > MAX_PRICE

/** A service may be free; a price above a day's limit is a typing error (3201). */
export function serviceFaults(
  item: Pick<ServiceItem, 'code' | 'name' | 'itemType' | 'unit' | 'price' | 'maxQty' | 'capDays'>,
): Refusal[] {
  return [
    ...(/^[a-z][\w.-]{0,31}$/i.test(item.code) ? [] : [badInput('code', '编码须为字母开头的字母、数字或横线')]),
    ...(item.name.trim() === '' ? [badInput('name', '请填写服务名称')] : []),
    ...(outOfRange(item.price, 0) ? [new Refusal('priceOutOfRange', { 字段: '服务', field: 'price' })] : []),
    ...(item.capDays !== null && item.unit !== 'day' ? [badInput('capDays', '按次收费的服务没有封顶天数')] : []),
  ]
}

const clock = /^([01]\d|2[0-3]):[0-5]\d$/

/** Handover fees: each mode needs its own amount, a night fee its window, a one-way fee its other store. */
export function feeFaults(fee: Omit<FeeConfig, 'id'>): Refusal[] {
  const { kind, windowFrom, windowTo } = fee
  return [
    // In every mode, because the row stores both.
    ...(outOfRange(fee.amount ?? 0, 0) ? [new Refusal('priceOutOfRange', { 字段: '费用', field: 'amount' })] : []),
    ...(outOfRange(fee.perKmFee ?? 0, 0)
      ? [new Refusal('priceOutOfRange', { 字段: '每公里', field: 'perKmFee' })]
      : []),
    ...(fee.feeMode === feeMode.percentage && !((fee.rateBp ?? 0) >= 1 && (fee.rateBp ?? 0) <= 10_000)
      ? [badInput('rateBp', '收费比例须在0.01%至100%之间')]
      : []),
    ...(fee.maxKm !== null && fee.maxKm < (fee.baseKm ?? 0) ? [badInput('maxKm', '最远距离不能小于起步公里')] : []),
    ...(kind === 'night' && ![windowFrom, windowTo].every((at) => at !== null && clock.test(at))
      ? [badInput('windowFrom', '请填写夜间时段')]
      : []),
    ...(kind === 'night' && windowFrom !== null && windowFrom === windowTo
      ? [badInput('windowTo', '夜间时段的开始和结束不能相同')]
      : []),
    ...(kind === 'oneWay' && fee.pairStoreId !== null && fee.pairStoreId === fee.storeId
      ? [badInput('pairStoreId', '请选择另一家门店')]
      : []),
  ]
}

type FeeScope = Pick<FeeConfig, 'kind' | 'storeId' | 'windowFrom' | 'windowTo' | 'pairStoreId'>

/**
 * The fault of a fee beside the other active ones of its store: of two for the same return store, or for the same hour of the night,
 * the older one would be charged and the other silently never. Deliveries may have several rows, one for each area.
 */
export function feeTwinFault(fee: FeeScope, others: readonly (FeeScope & Pick<FeeConfig, 'name'>)[]): Refusal | null {
  const same = others.filter(({ kind, storeId }) => kind === fee.kind && storeId === fee.storeId)
  if (fee.kind === 'oneWay') {
    const twin = same.find(({ pairStoreId }) => pairStoreId === fee.pairStoreId)
    return twin ? badInput('pairStoreId', `「${twin.name}」已是到这家门店的还车费，请修改它或先停用`) : null
  }
  if (fee.kind !== 'night') return null
  const twin = same.find((other) =>
    nightSpans(fee).some((a) => nightSpans(other).some((b) => a.from < b.to && b.from < a.to)),
  )
  return twin ? badInput('windowFrom', `与「${twin.name}」的夜间时段重叠，请改时段或停用其中一条`) : null
}

/** The minutes of a day that a night covers, as half-open ranges. */
function nightSpans(fee: Pick<FeeConfig, 'windowFrom' | 'windowTo'>): readonly { from: number; to: number }[] {
  const { from, to } = nightWindow(fee)
  return from < to
    ? [{ from, to }]
    : [
        { from, to: DAY_MINUTES },
        { from: 0, to },
      ]
}

const DAY_MINUTES = 1440

/** Tiers of a cancellation rule: different times, each either a share or an amount within the limits, and at least one tier. */
export function cancelTierFaults(tiers: readonly CancelTier[]): Refusal[] {
  const seen = new Set<number>()
  const faults = tiers.flatMap(({ minMinutesBefore, rateBp, fixedFen }, index) => {
    const field = `tiers.${index}`
    const twice = seen.has(minMinutesBefore)
    seen.add(minMinutesBefore)
    if (twice) return [badInput(field, '提前时间不能重复')]
    if ((rateBp === null) === (fixedFen === null)) return [badInput(field, '请填写比例或金额')]
    if (rateBp !== null && (rateBp < 0 || rateBp > 10_000)) return [badInput(field, '违约金比例须在0%至100%之间')]
    if (fixedFen !== null && outOfRange(fixedFen, 0)) return [badInput(field, '违约金须在¥0.00至¥99,999.00之间')]
    return []
  })
  return tiers.length === 0 ? [badInput('tiers', '请至少填写一档违约金')] : faults
}

/** Limits of a deposit: 0 to 100000 yuan (4002). */
export const MAX_DEPOSIT = 10_000_000

export const depositFaults = (policy: { rentalFen: number | null; violationFen: number | null }): Refusal[] =>
  (['rentalFen', 'violationFen'] as const).flatMap((field) => {
    const amount = policy[field]
    const wrong = amount !== null && (!Number.isInteger(amount) || amount < 0 || amount > MAX_DEPOSIT)
    return wrong ? [new Refusal('amountWrong', { field })] : []
  })

/** Above these amounts a typing error is likely, fen. */
const USUAL_DEPOSIT = { rentalFen: 5_000_000, violationFen: 1_000_000 } as const

/** Warning about a likely typing error, to be confirmed before saving; undefined: none. */
export function depositDoubt(policy: { rentalFen: number | null; violationFen: number | null }): string | undefined {
  const { rentalFen, violationFen } = policy
  if ((rentalFen ?? 0) > USUAL_DEPOSIT.rentalFen) return `租车押金${formatMoney(rentalFen ?? 0)}，高于一般水平`
  if ((violationFen ?? 0) > USUAL_DEPOSIT.violationFen) return `违章押金${formatMoney(violationFen ?? 0)}，高于一般水平`
  return undefined
}

/** Warning when an earlier cancellation costs more than a later one. */
export function cancelDoubt(tiers: readonly CancelTier[]): string | undefined {
  const sorted = tiers.toSorted((a, b) => b.minMinutesBefore - a.minMinutesBefore)
  const dearer = sorted.some((tier, index) => {
    const later = sorted.slice(index + 1)
    return (['rateBp', 'fixedFen'] as const).some((kind) => {
      const mine = tier[kind]
      return mine !== null && later.some((one) => one[kind] !== null && one[kind] < mine)
    })
  })
  return dearer ? '取消得越早，违约金反而越高' : undefined
}
