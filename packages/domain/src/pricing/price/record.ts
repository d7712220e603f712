import type { Refusal } from '../../refusal.ts'
import type { LocalDate } from '../../time.ts'
import { type DayChange, type Layer, stillStand, undoOf } from './calendar.ts'
import {
  type ChangeLine,
  calendarLines,
  keyOf,
  keyText,
  longLines,
  type PriceChange,
  type PriceKey,
  ruleLines,
} from './change.ts'
import { type LongTier, newRule, type RuleTerms, ruleChanges, ruleFaults, sortedLong, tidyRule } from './rule.ts'

/** The stored prices of one (store, model, source). */
export interface KeyState {
  readonly rule: RuleTerms | null
  readonly long: readonly LongTier[]
  readonly calendar: Layer
}

export type PriceState = ReadonlyMap<string, KeyState>

/** What a change really changed, for its description and its undo. */
export type PriceRecord = PriceKey &
  (
    | {
        readonly kind: 'rule'
        readonly before: Partial<RuleTerms> | null
        readonly after: Partial<RuleTerms>
        readonly terms: RuleTerms
      }
    | { readonly kind: 'long'; readonly before: readonly LongTier[]; readonly after: readonly LongTier[] }
    | { readonly kind: 'calendar'; readonly days: readonly DayChange[] }
  )

const nothing: KeyState = { rule: null, long: [], calendar: new Map() }

/**
 * The records of changes against the stored prices. A change without effect has no record; dates that have passed
 * since it was scheduled are not changed.
 */
export const recordsOf = (state: PriceState, changes: readonly PriceChange[], today: LocalDate): PriceRecord[] =>
  changes.flatMap((change) => recordOf(state.get(keyText(change)) ?? nothing, change, today) ?? [])

function recordOf(now: KeyState, change: PriceChange, today: LocalDate): PriceRecord | null {
  const key = keyOf(change)
  if (change.kind === 'rule') {
    const terms = termsAfter(now.rule, change)
    const after = ruleChanges(now.rule, terms)
    const fields = Object.keys(after) as (keyof RuleTerms)[]
    if (fields.length === 0) return null
    const before = now.rule === null ? null : pick(tidyRule(now.rule), fields)
    return { ...key, kind: 'rule', before, after, terms }
  }
  if (change.kind === 'long' || change.kind === 'months') {
    const rows = change.kind === 'long' ? change.rows : withMonths(now.long, change.set)
    const [before, after] = [sortedLong(now.long), sortedLong(rows)]
    return JSON.stringify(before) === JSON.stringify(after) ? null : { ...key, kind: 'long', before, after }
  }
  const days = change.days
    .filter(({ date }) => date >= today)
    .map(({ date, after }): DayChange => ({ date, before: now.calendar.get(date) ?? null, after }))
    .filter((day) => !stillStand(now.calendar, [day]))
  return days.length === 0 ? null : { ...key, kind: 'calendar', days }
}

type RuleChange = Extract<PriceChange, { readonly kind: 'rule' }>

const termsAfter = (rule: RuleTerms | null, { set }: RuleChange): RuleTerms =>
  tidyRule({ ...(rule ?? newRule(set.basePrice ?? 0)), ...set })

/** A change of a rule that would leave terms that contradict each other, and why. */
export interface Contradiction<S> {
  readonly step: S
  readonly change: RuleChange
  readonly fault: Refusal
}

/**
 * The contradictions that steps leave one after the other. A plan changes single fields, so that what was valid when it was saved may
 * contradict what was changed since: a least length of five days, and a longest of two. Such a change counts as not made for the next.
 */
export function contradictionsOf<S extends { readonly changes: readonly PriceChange[] }>(
  state: PriceState,
  steps: readonly S[],
): Contradiction<S>[] {
  const rules = new Map<string, RuleTerms | null>()
  return steps.flatMap((step) =>
    step.changes.flatMap((change): Contradiction<S>[] => {
      const key = keyText(change)
      if (change.kind !== 'rule' || !state.has(key)) return []
      const before = rules.has(key) ? rules.get(key)! : state.get(key)!.rule
      const after = termsAfter(before, change)
      const [fault] = ruleFaults(after)
      if (fault !== undefined) return [{ step, change, fault }]
      rules.set(key, after)
      return []
    }),
  )
}

const withMonths = (long: readonly LongTier[], set: readonly LongTier[]): LongTier[] => [
  ...long.filter((row) => !set.some(({ fromMonths }) => fromMonths === row.fromMonths)),
  ...set,
]

const pick = (terms: RuleTerms, fields: readonly (keyof RuleTerms)[]): Partial<RuleTerms> =>
  Object.fromEntries(fields.map((field) => [field, terms[field]]))

/** The record as text. */
export function recordLines(record: PriceRecord): ChangeLine[] {
  switch (record.kind) {
    case 'rule':
      return ruleLines(record.before, record.after)
    case 'long':
      return longLines(record.before, record.after)
    case 'calendar':
      return calendarLines(record.days)
  }
}

export const undoCalendar = (record: PriceKey & { readonly days: readonly DayChange[] }): PriceChange => ({
  ...keyOf(record),
  kind: 'calendar',
  days: undoOf(record.days).map(({ date, after }) => ({ date, after })),
})
