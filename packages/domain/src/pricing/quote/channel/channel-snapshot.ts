import { orderItemType } from '../../../booking/order/codes.ts'
import { mulDiv } from '../../../money.ts'
import { addDays, localDate } from '../../../time.ts'
import { type DayTerms, rentalDays } from '../calendar/days.ts'
import { sumOf } from '../lines/lines.ts'
import { SPARE_DATES } from '../price.ts'
import type { PriceInput, PriceLine, QuoteSnapshot, SoldService } from '../quote.ts'

/** An additional hour of a channel's order costs a sixth of its day price. */
const OVER_HOUR_DIVISOR = 6

/**
 * The snapshot of a channel's order, whose lines come from the channel without day prices: each day, and each date
 * after the return, costs its rent (with additional hours, without reductions) ÷ days, without any length discount.
 */
export function channelSnapshot(input: PriceInput, terms: DayTerms, lines: readonly PriceLine[]): QuoteSnapshot {
  const { days, overHours } = rentalDays(input.pickupAt, input.returnAt, terms)
  const price = mulDiv(sumOf(lines, ['rent', 'overHours']), 1, days)
  const first = localDate(input.pickupAt)
  const total = sumOf(lines)
  return {
    v: 1,
    input,
    graceMinutes: terms.graceMinutes,
    dayAfterMinutes: terms.dayAfterMinutes,
    days,
    overHours,
    card: {
      ruleId: `channel.${input.source}`,
      tiers: [],
      discountOnHoliday: false,
      overHourPrice: null,
      overHourDivisor: OVER_HOUR_DIVISOR,
    },
    dayPrices: Array.from({ length: days + SPARE_DATES }, (_, k) => ({
      date: addDays(first, k),
      origin: 'calendar',
      published: price,
      amount: price,
      tier: null,
    })),
    services: lines.flatMap((row) => servicesOfLine(row, days)),
    lines,
    charges: total - sumOf(lines, ['reduce']),
    total,
  }
}

function servicesOfLine(row: PriceLine, days: number): SoldService[] {
  const { itemType, code, name, unit, unitPrice } = row
  if (row.kind !== 'service' || !isService(itemType)) return []
  const common = { code, name, itemType, price: unitPrice, capDays: null, mandatory: false }
  if (unit !== 'day') return [{ ...common, unit: 'order', qty: row.qty }]
  return [{ ...common, unit, qty: Math.max(1, Math.round(row.qty / days)) }]
}

const isService = (type: PriceLine['itemType']): type is SoldService['itemType'] =>
  type === orderItemType.baseService || type === orderItemType.insurance || type === orderItemType.extraService
