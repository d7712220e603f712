import { isInSlice, lastStorableDay, type Part, partsOf, wholeDay } from '@cheyi/domain/insight/data/contributions'
import type { Facts, Slice } from '@cheyi/domain/insight/data/reckon'
import { addTo, noSums, type SumKey, type Sums } from '@cheyi/domain/insight/data/sums'
import { daysOf, type Window } from '@cheyi/domain/insight/data/window'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { cashIn, factsIn } from './facts.ts'
import { dayOpen } from './keep.ts'
import { factsKept } from './store-facts.ts'
import * as kept from './store-kept.ts'

/** The sums of a window by group; with the key '' without a group. */
export type Grouped = ReadonlyMap<string, Sums>

export interface Told {
  readonly sums: readonly Grouped[]
  /** The instant that the sums are valid for. */
  readonly at: number
}

/**
 * The sums of some windows in a part of the business. Past days are read from stored sums, a cut day from stored facts;
 * the rest is computed now.
 */
export const sumsIn = (
  ctx: Context,
  slice: Slice,
  windows: readonly Window[],
  by: kept.Group | null = null,
): Promise<Told> =>
  ctx.elevated(async () => {
    const state = await storedStateOf(ctx)
    const split = windows.map((window) => splitAt(window, state.keptTo))
    const [over, rest] = await Promise.all([keptOf(ctx, slice, split, by), partsLeft(ctx, split)])
    const isAsked = isInSlice(slice)
    const sums = windows.map(({ until }, n) => {
      const end = localDate(until - 1)
      const all = new Map<string, Record<SumKey, number>>()
      const add = (name: string, more: Partial<Sums>) => {
        const sum = all.get(name) ?? noSums()
        all.set(name, sum)
        addTo(sum, more)
      }
      for (const [name, more] of over[n]!) add(name, more)
      for (const part of rest[n]!)
        if (isAsked(part))
          add(nameIn(by, part), by === 'day' || part.day === end ? part.sums : { ...part.sums, out: 0 })
      return all
    })
    return { sums, at: momentOf(ctx, state, windows) }
  })

/** Up to which day sums and facts are stored, if the first computation is complete, and the time that the follower has reached. */
export async function storedStateOf(ctx: Context) {
  const state = await kept.stateOf(ctx)
  if (state === null || state.filling !== null) return { keptTo: null, reachedAt: null }
  // After a clock was set back, past days may be in the future again.
  return { keptTo: [state.keptTo, lastStorableDay(ctx.now)].toSorted()[0]!, reachedAt: state.reachedAt }
}

/** The instant that windows are valid for: stored figures may be behind. */
export const momentOf = (
  ctx: Context,
  { keptTo, reachedAt }: Awaited<ReturnType<typeof storedStateOf>>,
  windows: readonly Window[],
): number =>
  keptTo !== null && reachedAt !== null && windows.some(({ from }) => localDate(from) <= dayOpen(keptTo))
    ? Math.min(reachedAt, ctx.now)
    : ctx.now

type Days = ReturnType<typeof daysOf>

/** The days of a window without stored sums: `cut` days have facts, the rest has nothing. */
interface Left {
  readonly cut: Days
  readonly live: Window | null
}

export function leftOf(days: Days, keptTo: LocalDate | null): Left {
  const cut = days.filter(({ day }) => keptTo !== null && day <= dayOpen(keptTo))
  const live = days.slice(cut.length)
  return { cut, live: live.length === 0 ? null : { from: live[0]!.from, until: live.at(-1)!.until } }
}

interface Split extends Left {
  readonly kept: kept.KeptDays | null
}

/** Splits a window into the days with stored sums and the rest. */
function splitAt(window: Window, keptTo: LocalDate | null): Split {
  const days = daysOf(window)
  const isKept = ({ day, until }: (typeof days)[number]) =>
    keptTo !== null && day <= keptTo && until === wholeDay(day).until
  const over = days.filter(isKept)
  const [first, last] = [over[0], over.at(-1)]
  return {
    kept: first && last ? { first: first.day, last: last.day, end: localDate(window.until - 1) } : null,
    ...leftOf(days.slice(over.length), keptTo),
  }
}

async function keptOf(ctx: Context, slice: Slice, split: readonly Split[], by: kept.Group | null) {
  const of = split.flatMap(({ kept: days }) => days ?? [])
  const found = of.length === 0 ? [] : await kept.keptSums(ctx, slice, of, by)
  let next = 0
  return split.map(({ kept: days }) => (days === null ? new Map() : found[next++]!) as Grouped)
}

/** The parts of the rest of some windows, each cut at the end of its window. */
async function partsLeft(ctx: Context, left: readonly Left[]): Promise<Part[][]> {
  const some = left.filter(({ cut, live }) => cut.length > 0 || live !== null)
  const windows = some.map(({ cut, live }) => ({
    from: (cut[0] ?? live!).from,
    until: (live ?? cut.at(-1)!).until,
  }))
  const [{ ofDay, now }, cash] = await Promise.all([
    factsLeft(ctx, left),
    ctx.can('data.money') ? cashIn(ctx, windows) : windows.map(() => []),
  ])
  return left.map((one) => {
    const taken = cash[some.indexOf(one)] ?? []
    const parts = one.cut.flatMap((day) => partsOf({ ...ofDay(day.day), cash: taken }, day))
    return one.live === null ? parts : [...parts, ...partsOf({ ...now, cash: taken }, one.live)]
  })
}

/** The input for the rest, without money: stored facts for cut days, present rows otherwise. */
export async function factsLeft(ctx: Context, left: readonly Left[]) {
  const days = new Set(left.flatMap(({ cut }) => cut.map(({ day }) => day)))
  const live = left.flatMap((one) => one.live ?? [])
  const [facts, now] = await Promise.all([factsKept(ctx, [...days]), live.length === 0 ? NOTHING : factsIn(ctx, live)])
  return { ofDay: (day: LocalDate) => facts.get(day) ?? NOTHING, now }
}
const NOTHING: Omit<Facts, 'cash'> = { orders: [], pieces: [] }

const nameIn = (by: kept.Group | null, part: Part): string => {
  switch (by) {
    case null:
      return ''
    case 'day':
      return part.day
    case 'store':
      return part.storeId ?? '0'
    case 'model':
      return part.modelId ?? '0'
    case 'storeDay':
      return `${part.storeId ?? '0'} ${part.day}`
    case 'modelDay':
      return `${part.modelId ?? '0'} ${part.day}`
    case 'source':
      return `${part.source ?? 0} ${part.kind ?? 0}`
  }
}
