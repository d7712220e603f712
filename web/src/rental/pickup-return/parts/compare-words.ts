import { formatLength } from '@cheyi/domain/length'
import { formatMoment } from '@cheyi/domain/near'
import { readsBattery, readsFuel } from '@cheyi/domain/rental/pickup-return/record'
import { MINUTE } from '@cheyi/domain/time'
import type { HandoverRecord } from './types.ts'

/* Texts of the comparison of pickup and return. */

/** A difference and its tone: bad, good or neutral. */
export interface Difference {
  readonly text: string
  readonly tone: 'danger' | 'success' | 'plain'
}

export interface ComparedRow {
  readonly label: string
  readonly from: string
  readonly to: string
  readonly difference: Difference | null
}

/** One side of the comparison: the compared fields of a record. */
export interface End extends Pick<HandoverRecord, 'mileageKm' | 'fuelKind' | 'fuelEighths' | 'batteryPct'> {
  readonly at: number | null
}

export const kilometres = (km: number): string => km.toLocaleString('en-US')

const MINUS = '−'
const signed = (n: number, unit: string) => `${n < 0 ? MINUS : '+'}${Math.abs(n)}${unit}`

/** Less than at the pickup is charged; more is shown as good. */
function difference(from: number | null, to: number | null, unit: string): Difference | null {
  if (from === null || to === null) return null
  if (from === to) return { text: '一致', tone: 'success' }
  return { text: signed(to - from, unit), tone: to < from ? 'danger' : 'success' }
}

const orDash = (value: number | null, text: (value: number) => string) => (value === null ? '—' : text(value))

/** `11-17 07:26`. */
/** The year is shown when the two sides differ in it. */
const moment = (at: number | null, beside: number | null) => orDash(at, (t) => formatMoment(t, beside ?? t))

/** Minutes against the agreed return: `+2小时15分`, `提前1天`, 准时. */
export function lateness(minutes: number): Difference {
  if (minutes === 0) return { text: '准时', tone: 'success' }
  return minutes > 0
    ? { text: `+${formatLength(minutes)}`, tone: 'danger' }
    : { text: `提前${formatLength(minutes)}`, tone: 'plain' }
}

/**
 * Kilometres driven; beyond the free kilometres only the excess: `+46 超限`. Includes the kilometres of cars swapped away, which the two
 * readings do not show: `103 km（含换车前 60 km）`.
 */
export function mileage(drivenKm: number, freeKm: number | null, earlierKm = 0): Difference {
  const before = earlierKm > 0 ? `（含换车前 ${kilometres(earlierKm)} km）` : ''
  return freeKm !== null && drivenKm > freeKm
    ? { text: `+${kilometres(drivenKm - freeKm)} 超限${before}`, tone: 'danger' }
    : { text: `${kilometres(drivenKm)} km${before}`, tone: 'plain' }
}

/** Rows for times, kilometres, fuel and battery, as far as the car has them; `—` for unknown values. */
export function comparedRows(
  from: End,
  to: End,
  told: { readonly time: Difference | null; readonly driven: Difference | null },
): ComparedRow[] {
  return [
    { label: '时间', from: moment(from.at, to.at), to: moment(to.at, from.at), difference: told.time },
    {
      label: '里程',
      from: orDash(from.mileageKm, kilometres),
      to: orDash(to.mileageKm, kilometres),
      difference: told.driven,
    },
    ...(readsFuel(to.fuelKind)
      ? [
          {
            label: '油量',
            from: orDash(from.fuelEighths, (eighths) => `${eighths}/8`),
            to: orDash(to.fuelEighths, (eighths) => `${eighths}/8`),
            difference: difference(from.fuelEighths, to.fuelEighths, ' 格'),
          },
        ]
      : []),
    ...(readsBattery(to.fuelKind)
      ? [
          {
            label: '电量',
            from: orDash(from.batteryPct, (percent) => `${percent}%`),
            to: orDash(to.batteryPct, (percent) => `${percent}%`),
            difference: difference(from.batteryPct, to.batteryPct, '%'),
          },
        ]
      : []),
  ]
}

/** Row that compares the marks at the pickup with the current ones. */
export function markRow(before: number, now: readonly { readonly isNew: boolean }[]): ComparedRow {
  const added = now.filter(({ isNew }) => isNew).length
  return {
    label: '车损',
    from: `${before} 处`,
    to: `${now.length} 处`,
    difference: added > 0 ? { text: `新增 ${added} 处`, tone: 'danger' } : { text: '无新增', tone: 'success' },
  }
}

/** Minutes between two moments, rounded. */
export const minutesBetween = (from: number, to: number): number => Math.round((to - from) / MINUTE)
