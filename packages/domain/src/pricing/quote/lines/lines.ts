import { orderItemType } from '../../../booking/order/codes.ts'
import { type Fen, formatMoney, percent, WHOLE_BP } from '../../../money.ts'
import { overHourAmount, overHourUnit } from '../calendar/day-price.ts'
import type { DayPrice, DayPriceOrigin, LineKind, PriceLine, RateCard, SoldService } from '../quote.ts'

type Filled = Pick<PriceLine, 'kind' | 'itemType' | 'code' | 'name' | 'amount' | 'formula'>

/** A line with the usual defaults: once per order, no rate, no date. */
export function line(fields: Filled & Partial<PriceLine>): PriceLine {
  return {
    kind: fields.kind,
    itemType: fields.itemType,
    code: fields.code,
    name: fields.name,
    qty: fields.qty ?? 1,
    unit: fields.unit ?? 'order',
    unitPrice: fields.unitPrice ?? fields.amount,
    amount: fields.amount,
    formula: fields.formula,
    feeMode: fields.feeMode ?? null,
    rateBp: fields.rateBp ?? null,
    priceDate: fields.priceDate ?? null,
    reduceType: fields.reduceType ?? null,
  }
}

const originText: Record<DayPriceOrigin, string> = {
  base: '平日价',
  weekend: '周末价',
  holiday: '节假日价',
  calendar: '日历价',
}

/** Rent of one slot. A late slot has the multiplier of its price (`factorBp`, 10000 = none). */
export function rentLine(price: DayPrice, factorBp = WHOLE_BP): PriceLine {
  return line({
    kind: 'rent',
    itemType: orderItemType.rental,
    code: 'rent',
    name: '租金',
    unit: 'day',
    amount: price.amount,
    formula: factorBp === WHOLE_BP ? dayPriceText(price) : `${dayPriceText(price)} × ${percent(factorBp)}`,
    priceDate: price.date,
  })
}

function dayPriceText({ origin, published, tier, agreed }: DayPrice): string {
  if (tier !== null && tier.fixedDayPrice !== null) return `满${tier.fromDays}天日租${formatMoney(tier.fixedDayPrice)}`
  const text = `${agreed === true ? '协议价' : originText[origin]}${formatMoney(published)}`
  return tier !== null && tier.rateBp !== null ? `${text} × ${percent(tier.rateBp)}` : text
}

/** Additional hours, priced by the day they fall on. */
export function overHoursLine(hours: number, price: DayPrice, card: RateCard): PriceLine {
  const unitPrice = overHourUnit(price.amount, card)
  const amount = overHourAmount(hours, price.amount, card)
  const words = `超时${hours}小时 × ${formatMoney(unitPrice)}`
  return line({
    kind: 'overHours',
    itemType: orderItemType.rental,
    code: 'overHours',
    name: '超时费',
    qty: hours,
    unit: 'hour',
    unitPrice,
    amount,
    formula: amount < hours * unitPrice ? `${words}，最高按一天${formatMoney(price.amount)}` : words,
    priceDate: price.date,
  })
}

/** Days of a day-priced service that are charged for `days` of rental. */
const paidDays = (service: SoldService, days: number): number =>
  service.capDays === null ? days : Math.min(days, service.capDays)

/**
 * A day-priced service for the days after `fromDays` up to `toDays`, both counted from its first sale; null when
 * nothing more is charged.
 */
export function dayServiceLine(service: SoldService, fromDays: number, toDays: number): PriceLine | null {
  const days = paidDays(service, toDays) - paidDays(service, fromDays)
  if (days <= 0) return null
  const capped = toDays - fromDays > days
  return line({
    kind: 'service',
    itemType: service.itemType,
    code: service.code,
    name: service.name,
    qty: days * service.qty,
    unit: 'day',
    unitPrice: service.price,
    amount: service.price * days * service.qty,
    formula: `${formatMoney(service.price)} × ${days}天${pieces(service.qty)}${capped ? `（满${service.capDays}天不再计费）` : ''}`,
  })
}

/** A service that is charged once per order, whatever the length. */
export const onceServiceLine = (service: SoldService): PriceLine =>
  line({
    kind: 'service',
    itemType: service.itemType,
    code: service.code,
    name: service.name,
    qty: service.qty,
    unit: service.unit,
    unitPrice: service.price,
    amount: service.price * service.qty,
    formula: `${formatMoney(service.price)}${pieces(service.qty)}`,
  })

const pieces = (qty: number): string => (qty === 1 ? '' : ` × ${qty}份`)

/**
 * Rent of `days` slots and of the additional hours. `dayPrices`: discounted, first those of the slots, then that of
 * the additional hours.
 */
export function rentLines(
  dayPrices: readonly DayPrice[],
  days: number,
  overHours: number,
  card: RateCard,
): PriceLine[] {
  const lines = dayPrices.slice(0, days).map((day) => rentLine(day))
  const last = dayPrices[days]
  if (overHours > 0 && last !== undefined) lines.push(overHoursLine(overHours, last, card))
  return lines
}

/** Services of a rental of `days`, in the order they were sold; one without a charge has no line. */
export const serviceLines = (services: readonly SoldService[], days: number): PriceLine[] =>
  services.flatMap(
    (service) => (service.unit === 'day' ? dayServiceLine(service, 0, days) : onceServiceLine(service)) ?? [],
  )

/** Credit for additional hours that a new end replaces; at most `atMost`, so that a bill is not negative. */
export function overHoursCredit(charged: Fen, atMost: Fen): PriceLine | null {
  const amount = Math.min(charged, atMost)
  if (amount <= 0) return null
  return line({
    kind: 'overHours',
    itemType: orderItemType.rental,
    code: 'overHours.credit',
    name: '已收超时费抵扣',
    amount: -amount,
    formula: `抵扣已收超时费${formatMoney(amount)}`,
  })
}

/** Sum of the lines' amounts, optionally of some kinds only. */
export function sumOf(lines: readonly PriceLine[], kinds?: readonly LineKind[]): number {
  let sum = 0
  for (const row of lines) if (kinds === undefined || kinds.includes(row.kind)) sum += row.amount
  return sum
}

/** Lines that a percentage fee applies to and that an early return recalculates. */
export const rentAndServices: readonly LineKind[] = ['rent', 'overHours', 'service']
