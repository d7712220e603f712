import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { formatKm, formatLength } from '@cheyi/domain/length'
import { formatNear } from '@cheyi/domain/near'
import { DAY, epochDay, formatLocal, type Instant } from '@cheyi/domain/time'
import type { Tone } from '../../../ui/show/tag.tsx'
import { type Candidate, type Candidates, canTake } from './candidate.ts'

/* Cars for a stay, as lists show them. */

export interface Stay {
  readonly from: Instant
  readonly to: Instant
  /** The order that the car is for; its own booking does not block it. */
  readonly orderId?: string
}

export type Group = Candidate['group']

export const groupNames: Readonly<Record<Group, string>> = { recommended: '推荐', available: '可用', conflict: '冲突' }
const groups: readonly Group[] = ['recommended', 'available', 'conflict']

/** The groups that have cars, best first. */
export const groupsWithCars = (list: readonly Candidate[]): { group: Group; cars: Candidate[] }[] =>
  groups
    .map((group) => ({ group, cars: list.filter((car) => car.group === group) }))
    .filter(({ cars }) => cars.length > 0)

const relationMarks: Readonly<Record<Candidate['relation'], string | null>> = {
  sameModel: null,
  sameClass: '同级',
  upgrade: '免费升级',
  otherStore: '其他门店',
}

/** A gap between two rentals, in minutes, below which a warning is shown. */
const NARROW = 120

interface Mark {
  readonly text: string
  readonly tone: Tone
}

/** Tags beside the plate. `best`: the first of the best group. */
export function marksOf(car: Candidate, best = false): Mark[] {
  const { group, gapBefore, gapAfter, moves, relation } = car
  const relationMark = relationMarks[relation]
  const own: Mark[] = relationMark ? [{ text: relationMark, tone: 'primary' }] : []
  if (group === 'conflict') return [...own, { text: '时间冲突', tone: 'danger' }]
  const narrow = Math.min(gapBefore ?? Number.POSITIVE_INFINITY, gapAfter ?? Number.POSITIVE_INFINITY)
  const isTight = best && (car.previous !== null || car.next !== null)
  return [
    ...own,
    ...(isTight ? [{ text: '衔接最优', tone: 'success' } as const] : []),
    ...(narrow < NARROW ? [{ text: `间隔 ${formatLength(narrow)}`, tone: 'warning' } as const] : []),
    ...(moves.length > 0 ? [{ text: `将改派其他${moves.length}单`, tone: 'warning' } as const] : []),
  ]
}

/** `油量 8/8`, `电量 86%`; both for a hybrid. */
export function energyText({ fuelPct, batteryPct }: Pick<Candidate, 'fuelPct' | 'batteryPct'>): string {
  const fuel = fuelPct === null ? null : `油量 ${Math.round((fuelPct * 8) / 100)}/8`
  const battery = batteryPct === null ? null : `电量 ${Math.round(batteryPct)}%`
  return [fuel, battery].filter(Boolean).join(' · ')
}

/** `里程 32,408 km · 油量 8/8 · B2-117`. */
export function factsOf(car: Candidate, otherModel: boolean): string {
  const facts = [
    otherModel && car.modelName,
    car.relation === 'otherStore' && car.storeName,
    `里程 ${formatKm(car.odometerKm)}`,
    energyText(car),
    car.parkingNote,
  ]
  return facts.filter(Boolean).join(' · ')
}

/** `上一单 今天 10:00 还（间隔 3小时）· 下一单 11-26 09:00 取`; empty without neighbouring rentals. */
export function neighboursOf({ previous, next, gapBefore, gapAfter }: Candidate, now: Instant): string {
  const gap = (minutes: number | null) => (minutes === null ? '' : `（间隔 ${formatLength(minutes)}）`)
  const before = previous && `上一单 ${formatNear(previous.returnAt, now)} 还${gap(gapBefore)}`
  const after = next && `下一单 ${formatNear(next.pickupAt, now)} 取${gap(gapAfter)}`
  return [before, after].filter(Boolean).join(' · ')
}

export interface Bar {
  /** Percent of the window. */
  readonly left: number
  readonly width: number
  readonly label: string
  /** `own`: the requested stay; `order`: another order; `work`: relocation, maintenance, inspection; `stop`: not for rent. */
  readonly kind: 'own' | 'order' | 'work' | 'stop'
}

const orderKinds: readonly number[] = [occupancyKind.order, occupancyKind.placing]
const stopKinds: readonly number[] = [occupancyKind.stop, occupancyKind.documentExpired]

/** What occupies the car within the window; the stay itself is on top where the car is available. */
export function barsOf(car: Candidate, window: Pick<Candidates, 'from' | 'to'>, stay: Stay): Bar[] {
  const busy = car.busy.filter(({ orderId }) => orderId === null || orderId !== stay.orderId)
  const bars = busy.map((row) => ({ ...row, kind: kindOf(row.kind) }))
  const own = canTake(car) ? [{ from: stay.from, to: stay.to, label: '本单', kind: 'own' } as const] : []
  return [...bars, ...own].flatMap(({ from, to, label, kind }) => {
    const span = window.to - window.from
    const start = Math.max(from, window.from)
    const width = ((Math.min(to, window.to) - start) / span) * 100
    return width > 0 ? [{ left: ((start - window.from) / span) * 100, width, label, kind }] : []
  })
}

function kindOf(kind: number): Bar['kind'] {
  if (orderKinds.includes(kind)) return 'order'
  return stopKinds.includes(kind) ? 'stop' : 'work'
}

const MOST_DAYS = 8

/** Days over the bars, with fewer labels in a long window; `left` in percent. */
export function axisOf(
  window: Pick<Candidates, 'from' | 'to'>,
  now: Instant,
): { text: string; left: number; today: boolean }[] {
  const days = Math.round((window.to - window.from) / DAY)
  const step = Math.max(1, Math.ceil(days / MOST_DAYS))
  return Array.from({ length: Math.ceil(days / step) }, (_, index) => {
    const day = window.from + index * step * DAY
    return {
      text: formatLocal(day, step > 1 || index === 0 ? 'M-D' : 'D'),
      left: ((index * step) / days) * 100,
      today: epochDay(day) === epochDay(now),
    }
  })
}
