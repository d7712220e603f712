import { lastStorableDay, monthsFrom, partsOf, wholeDay, wholeDays } from '@cheyi/domain/insight/data/contributions'
import type { Window } from '@cheyi/domain/insight/data/window'
import { addDays, addMonths, epochDayOf, type LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import { runForMerchants } from '../../kernel/process/jobs.ts'
import { awaitsFollower, followOn } from '../../platform/stream/actions.ts'
import { cashIn, factsIn } from './facts.ts'
import { dayOpen, figuresFollower, type Kept, keepCars, keepCash, keepOrders } from './keep.ts'
import * as store from './store.ts'
import { subjectsWithFacts } from './store-facts.ts'
import * as kept from './store-kept.ts'

/*
 * Each night the stored figures are compared with newly computed ones of the same days; differences are repaired and
 * logged. A change that the follower has not processed yet is not a difference.
 */

export interface FigureDifferences {
  /** Subjects with wrong stored values. */
  readonly subjects: readonly Kept[]
  /** Sums that differed from the total of their parts. */
  readonly days: readonly kept.DayDifference[]
}
const NONE: FigureDifferences = { subjects: [], days: [] }

/** Compares the days of a range, both ends included, and repairs the differences. */
export async function compareFigures(ctx: Context, first: LocalDate, last: LocalDate): Promise<FigureDifferences> {
  // This also locks the follower: no other process writes figures meanwhile.
  if (await followOn(ctx, figuresFollower, { wait: true })) return NONE
  const state = await kept.stateOf(ctx)
  if (state === null || state.filling !== null) return NONE
  const end = last < state.keptTo ? last : state.keptTo
  if (end < first) return NONE
  const window = { from: wholeDay(first).from, until: wholeDay(end).until }
  const months = monthsFrom(first, end)
  const [orders, cars] = [await store.ordersIn(ctx, [window]), await store.carsIn(ctx, [window])]
  // Days with stored facts, whether they have sums or not: today as well, which has no sums.
  const factDays = [...wholeDays(first, end).map(({ day }) => day), dayOpen(state.keptTo)]
  const ids = new Set([
    ...orders.map(({ orderId }) => orderId),
    ...(await kept.subjectsKept(ctx, 'order', months)),
    ...(await subjectsWithFacts(ctx, 'order', factDays)),
  ])
  const found = [
    ...(await keepOrders(ctx, [...ids], state.keptTo, factDays)),
    ...(await keepCars(
      ctx,
      [
        ...new Set([
          ...cars,
          ...(await kept.subjectsKept(ctx, 'car', months)),
          ...(await subjectsWithFacts(ctx, 'car', factDays)),
        ]),
      ],
      months,
      state.keptTo,
      factDays,
    )),
    ...(await keepCash(ctx, months, state.keptTo)),
  ]
  const days = await kept.daysThatDiffer(ctx, [first, end], await computedParts(ctx, window))
  const pending = await awaitsFollower(ctx, figuresFollower.name, figuresFollower.types)
  const isPending = new Set(
    pending.map(({ type, data }) =>
      type === 'order.changed' && 'orderId' in data
        ? `order ${data.orderId}`
        : 'what' in data
          ? `${data.what} ${data.id}`
          : '',
    ),
  )
  // Events were written meanwhile: it is unknown which facts were read before them, so the sums are not repaired until
  // the next night.
  if (pending.length > 0 && days.length > 0)
    return { subjects: found.filter(({ subject, subjectId }) => !isPending.has(`${subject} ${subjectId}`)), days: [] }
  await kept.moveDays(
    ctx,
    days.map(({ missing }) => missing),
  )
  return {
    subjects: found.filter(({ subject, subjectId }) => !isPending.has(`${subject} ${subjectId}`)),
    days: days.map(({ missing: _, ...difference }) => difference),
  }
}

/** The computed values of the days of a window, without use of stored ones. */
async function computedParts(ctx: Context, window: Window) {
  const [facts, [cash]] = await Promise.all([factsIn(ctx, [window]), cashIn(ctx, [window])])
  return partsOf({ ...facts, cash: cash! }, window)
}

/** Number of the latest days that are compared each night: orders change late. */
const NIGHTLY_DAYS = 62
/** Number of days per transaction, so that none is long. */
const STEP = 7
/** Number of past months that are checked in rotation, one each night. */
const MONTHS = 60

/** The ranges of days of a night: the latest ones, and one older month in rotation. */
export function nightOf(lastDay: LocalDate): (readonly [first: LocalDate, last: LocalDate])[] {
  const turn = epochDayOf(lastDay) % MONTHS
  const month = addMonths(`${lastDay.slice(0, 7)}-01`, -2 - turn)
  const stretches = [
    [addDays(lastDay, 1 - NIGHTLY_DAYS), lastDay],
    [month, addDays(addMonths(month, 1), -1)],
  ] as const
  return stretches.flatMap(([first, last]) => {
    const steps: [LocalDate, LocalDate][] = []
    for (let day = first; day <= last; day = addDays(day, STEP)) {
      steps.push([day, [addDays(day, STEP - 1), last].toSorted()[0]!])
    }
    return steps
  })
}

/** The nightly comparison of every merchant. */
export async function compareAll(kernel: Kernel, stop: AbortSignal): Promise<void> {
  for (const [first, last] of nightOf(lastStorableDay(kernel.clock.now())))
    await runForMerchants(
      kernel,
      'figuresCompare',
      async (ctx) => {
        const { subjects, days } = await compareFigures(ctx, first, last)
        for (const difference of [...subjects, ...days])
          ctx.tellDifference({ difference }, 'figures were not what was kept of them')
      },
      stop,
    )
}
