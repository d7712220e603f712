import { applyBp, type Fen, WHOLE_BP } from '../../money.ts'
import { badInput, Refusal } from '../../refusal.ts'
import { dateOfEpochDay, epochDayOf, type LocalDate, weekday } from '../../time.ts'
import { priceFault, refuseFaults } from './rule.ts'

/*
 * The price calendar of one (store, model, source): single dates that differ from the rule. A date without an entry
 * inherits: from the base layer where the source is a channel, else from the rule.
 */

/** Entry of a date. */
export interface DayEntry {
  /** null: the entry only has `stop`. */
  readonly price: Fen | null
  readonly stop: boolean
}

/** Entries by date; a date that inherits is absent. */
export type Layer = ReadonlyMap<LocalDate, DayEntry>

/** Operation of a user on the selected dates. */
export type DayOperation =
  /** Sets the price; a closed date stays closed. */
  | { readonly kind: 'price'; readonly price: Fen }
  /** Raises or lowers the present price by this number of basis points. */
  | { readonly kind: 'adjust'; readonly bp: number }
  | { readonly kind: 'stop' }
  /** Opens the date again; its price is unchanged. */
  | { readonly kind: 'open' }
  /** Removes the entry, so that the date inherits again. */
  | { readonly kind: 'restore' }

export interface DayChange {
  readonly date: LocalDate
  /** null: the date inherited (will inherit). */
  readonly before: DayEntry | null
  readonly after: DayEntry | null
}

/** Longest range of one operation, days. */
export const MAX_SPAN_DAYS = 180

/** The dates of a range, both ends included, on these weekdays (1 Monday … 7 Sunday; empty: all). */
export function datesOf(from: LocalDate, to: LocalDate, weekdays: readonly number[] = []): LocalDate[] {
  const first = epochDayOf(from)
  const all = Array.from({ length: Math.max(0, epochDayOf(to) - first + 1) }, (_, n) => dateOfEpochDay(first + n))
  return weekdays.length === 0 ? all : all.filter((date) => weekdays.includes(weekday(date)))
}

/** Checks a range: no past date (3203), at most 180 days, not reversed. */
export function checkRange(from: LocalDate, to: LocalDate, today: LocalDate): void {
  if (to < from) throw badInput('to', '结束日期不能早于开始日期')
  if (from < today) throw new Refusal('pastDateFixed', { field: 'from' })
  if (epochDayOf(to) - epochDayOf(from) >= MAX_SPAN_DAYS) throw badInput('to', `日期跨度不能超过${MAX_SPAN_DAYS}天`)
}

/**
 * The changes of an operation, date by date; unchanged dates are left out.
 * @param priceOf the present price of a date, from any layer; null where none is set.
 * @throws Refusal priceOutOfRange (3201)
 */
export function changesOf(
  layer: Layer,
  dates: readonly LocalDate[],
  operation: DayOperation,
  priceOf: (date: LocalDate) => Fen | null = () => null,
): DayChange[] {
  return dates.flatMap((date) => {
    const before = layer.get(date) ?? null
    const after = entryAfter(before, operation, priceOf(date))
    return sameEntry(before, after) ? [] : [{ date, before, after }]
  })
}

function entryAfter(before: DayEntry | null, operation: DayOperation, price: Fen | null): DayEntry | null {
  const stop = before?.stop ?? false
  switch (operation.kind) {
    case 'price':
      refuseFaults(priceFault(operation.price, 'price', '所选日期'))
      return { price: operation.price, stop }
    case 'adjust': {
      if (price === null) return before
      const adjusted = applyBp(price, WHOLE_BP + operation.bp)
      refuseFaults(priceFault(adjusted, 'adjustBp', '调整后'))
      return { price: adjusted, stop }
    }
    case 'stop':
      return { price: before?.price ?? null, stop: true }
    case 'open':
      return before === null || before.price === null ? null : { price: before.price, stop: false }
    case 'restore':
      return null
  }
}

const sameEntry = (a: DayEntry | null, b: DayEntry | null): boolean => a?.price === b?.price && a?.stop === b?.stop

/** The layer after the changes. @internal */
export function withChanges(layer: Layer, changes: readonly DayChange[]): Layer {
  const next = new Map(layer)
  for (const { date, after } of changes)
    if (after === null) next.delete(date)
    else next.set(date, after)
  return next
}

export const undoOf = (changes: readonly DayChange[]): DayChange[] =>
  changes.map(({ date, before, after }) => ({ date, before: after, after: before }))

/** Whether the dates still are as the changes left them; only then an undo does not overwrite other changes. */
export const stillStand = (layer: Layer, changes: readonly DayChange[]): boolean =>
  changes.every(({ date, after }) => sameEntry(layer.get(date) ?? null, after))
