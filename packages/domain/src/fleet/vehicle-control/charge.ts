import type { CodeOf } from '../../enumeration.ts'
import { rangeUnit, type rangeUnits } from './codes.ts'
import { isStandardItem } from './jt808/position.ts'

/*
 * State of charge and range of an electric car. Neither the standard nor Traccar has a name for them, so a profile says which item of a
 * maker's devices they are, with its scale and unit, as the maker's description has it.
 */

/** Scales are hundredths: 100 means that one is one percent, or one unit of the range. */
export const ONE = 100
/** More is a wrong item, or a wrong scale. */
const FARTHEST_KM = 2000

/** Items are additional items of JT/T 808 (two hex digits) or attributes of a Traccar; '' where the device does not report it. */
export interface ChargeProfile {
  readonly chargeItem: string
  readonly chargeScale: number
  readonly rangeItem: string
  readonly rangeScale: number
  readonly rangeUnit: CodeOf<typeof rangeUnits>
}

/** null where the device does not report it now. */
export interface Charge {
  readonly chargePct: number | null
  readonly rangeKm: number | null
}

const METRES: Readonly<Record<CodeOf<typeof rangeUnits>, number>> = {
  [rangeUnit.kilometre]: 1000,
  [rangeUnit.metre]: 1,
  [rangeUnit.mile]: 1609.344,
}

/** What these numbers, by item, say of the charge; a value that no car has is no reading. */
export function chargeOf(numbers: Readonly<Record<string, number>> | undefined, profile: ChargeProfile | null): Charge {
  if (profile === null || numbers === undefined) return { chargePct: null, rangeKm: null }
  const { chargeItem, chargeScale, rangeItem, rangeScale, rangeUnit: unit } = profile
  return {
    chargePct: readingWithin(Math.round(numberIn(numbers, chargeItem, chargeScale)), 100),
    rangeKm: readingWithin(Math.floor((numberIn(numbers, rangeItem, rangeScale) * METRES[unit]) / 1000), FARTHEST_KM),
  }
}

const numberIn = (numbers: Readonly<Record<string, number>>, item: string, scale: number): number =>
  Object.hasOwn(numbers, item) ? (numbers[item]! * scale) / ONE : Number.NaN

const readingWithin = (value: number, most: number): number | null => (value >= 0 && value <= most ? value : null)

const HEX = /^[0-9a-f]{2}$/
const ATTRIBUTE = /^[A-Za-z][A-Za-z0-9_.]{2,39}$/

/** The item as stored: an id of an additional item may be written as `0xE5`; null for anything else. */
export function chargeItemOf(typed: string): string | null {
  const id = typed.trim().toLowerCase().replace(/^0x/, '')
  if (HEX.test(id)) return id
  return ATTRIBUTE.test(typed.trim()) ? typed.trim() : null
}

/** Why an item cannot be read; null: it can, or is empty. */
export function chargeItemProblem(typed: string): string | null {
  if (typed.trim() === '') return null
  const item = chargeItemOf(typed)
  if (item === null) return '应为附加信息ID（如 E5），或 Traccar 的属性名（如 evSoc）'
  return HEX.test(item) && isStandardItem(item) ? '该附加信息ID由标准规定，不是电量或续航' : null
}

/** What is wrong with a profile, by its field; empty: nothing. */
export function chargeProfileProblems(
  typed: Pick<ChargeProfile, 'chargeItem' | 'rangeItem'>,
): Partial<Record<'chargeItem' | 'rangeItem', string>> {
  const charge = chargeItemProblem(typed.chargeItem)
  const range = chargeItemProblem(typed.rangeItem)
  if (typed.chargeItem.trim() === '' && typed.rangeItem.trim() === '') return { chargeItem: '电量和续航至少填一项' }
  return { ...(charge !== null && { chargeItem: charge }), ...(range !== null && { rangeItem: range }) }
}

/** A car is handed over soon with less charge than the merchant asks for. Within this time before the pickup it can still be charged. */
export const CHARGE_BEFORE_HOURS = 6
