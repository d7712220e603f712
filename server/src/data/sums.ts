import { isInSlice, lastKept, partsOf, wholeDay } from '@cheyi/domain/data/parts'
import type { Slice } from '@cheyi/domain/data/reckon'
import { addTo, noSums, type SumKey, type Sums } from '@cheyi/domain/data/sums'
import { daysOf, type Window } from '@cheyi/domain/data/window'
import { localDate } from '@cheyi/domain/time'
import type { Context } from '../kernel/context.ts'
import { followedUntil } from '../stream/actions.ts'
import { factsIn } from './facts.ts'
import { figuresFollower } from './keep.ts'
import * as kept from './store-kept.ts'

/** The sums of a window by group; under '' where they are not told apart. */
export type Grouped = ReadonlyMap<string, Sums>

export interface Told {
  readonly sums: readonly Grouped[]
  /** The moment that they are of. */
  readonly at: number
}

/**
 * The sums of some windows in a part of the business. Days that are over are read from what is kept of them; of the rest, today
 * above all, they are reckoned now.
 */
export async function sumsIn(
  ctx: Context,
  slice: Slice,
  windows: readonly Window[],
  by: kept.Group | null = null,
): Promise<Told> {
  const [state, until] = await ctx.elevated(() =>
    Promise.all([kept.stateOf(ctx), followedUntil(ctx, figuresFollower.name)]),
  )
  // A clock that was set back makes days that were over to come.
  const keptTo = state === null || state.filling !== null ? null : [state.keptTo, lastKept(ctx.now)].toSorted()[0]!
  const split = windows.map((window) => splitAt(window, keptTo))
  const [days, now] = await Promise.all([keptOf(ctx, slice, split, by), reckoned(ctx, slice, split, by)])
  const sums = split.map((_, n) => {
    const all = new Map<string, Record<SumKey, number>>()
    for (const [name, more] of [...days[n]!, ...now[n]!]) {
      const sum = all.get(name) ?? noSums()
      all.set(name, sum)
      addTo(sum, more)
    }
    return all
  })
  const reads = split.some((one) => one.kept !== null)
  return { sums, at: reads && until !== null ? Math.min(until, ctx.now) : ctx.now }
}

interface Split {
  readonly kept: kept.KeptDays | null
  readonly rest: Window | null
}

/** The days of a window that are kept, and what is left of it. */
function splitAt(window: Window, keptTo: string | null): Split {
  const days = daysOf(window)
  const isKept = ({ day, until }: (typeof days)[number]) =>
    keptTo !== null && day <= keptTo && until === wholeDay(day).until
  const over = days.filter(isKept)
  const rest = days.slice(over.length)
  const [first, last] = [over[0], over.at(-1)]
  return {
    kept: first && last ? { first: first.day, last: last.day, end: localDate(window.until - 1) } : null,
    rest: rest[0] ? { from: rest[0].from, until: window.until } : null,
  }
}

async function keptOf(ctx: Context, slice: Slice, split: readonly Split[], by: kept.Group | null) {
  const of = split.flatMap(({ kept: days }) => days ?? [])
  const found = of.length === 0 ? [] : await ctx.elevated(() => kept.keptSums(ctx, slice, of, by))
  let next = 0
  return split.map(({ kept: days }) => (days === null ? new Map() : found[next++]!) as Grouped)
}

async function reckoned(ctx: Context, slice: Slice, split: readonly Split[], by: kept.Group | null) {
  const windows = split.flatMap(({ rest }) => rest ?? [])
  const facts = windows.length === 0 ? [] : await factsIn(ctx, {}, windows)
  const isAsked = isInSlice(slice)
  let next = 0
  return split.map(({ rest }): Grouped => {
    const sums = new Map<string, Record<SumKey, number>>()
    if (rest === null) return sums
    const end = localDate(rest.until - 1)
    for (const part of partsOf(facts[next++]!, rest)) {
      if (!isAsked(part)) continue
      const name = nameIn(by, part)
      const sum = sums.get(name) ?? noSums()
      sums.set(name, sum)
      addTo(sum, by === 'day' || part.day === end ? part.sums : { ...part.sums, out: 0 })
    }
    return sums
  })
}

const nameIn = (by: kept.Group | null, part: ReturnType<typeof partsOf>[number]): string => {
  switch (by) {
    case null:
      return ''
    case 'day':
      return part.day
    case 'store':
      return part.storeId ?? '0'
    case 'model':
      return part.modelId ?? '0'
    default:
      return String(part[by] ?? 0)
  }
}
