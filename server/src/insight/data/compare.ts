import { lastKept, monthsFrom, partsOf, wholeDay, wholeDays } from '@cheyi/domain/insight/data/parts'
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
 * At night kept figures are compared with figures reckoned anew of the same days: repaired, and told in the log. What a change has
 * made different that the follower has not come to yet is no difference.
 */

export interface FigureDifferences {
  /** Subjects that were kept otherwise than they are. */
  readonly subjects: readonly Kept[]
  /** Sums that were not those of their parts. */
  readonly days: readonly kept.DayDifference[]
}
const NONE: FigureDifferences = { subjects: [], days: [] }

/** Compares the days from one to another, both with, and puts right what differs. */
export async function compareFigures(ctx: Context, first: LocalDate, last: LocalDate): Promise<FigureDifferences> {
  // Holds the place as well: nobody folds meanwhile.
  if (await followOn(ctx, figuresFollower, { wait: true })) return NONE
  const state = await kept.stateOf(ctx)
  if (state === null || state.filling !== null) return NONE
  const end = last < state.keptTo ? last : state.keptTo
  if (end < first) return NONE
  const window = { from: wholeDay(first).from, until: wholeDay(end).until }
  const months = monthsFrom(first, end)
  const [orders, cars] = [await store.ordersIn(ctx, [window]), await store.carsIn(ctx, [window])]
  // What facts are kept of, whatever sums say: of today as well, which has none.
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
  const days = await kept.daysThatDiffer(ctx, [first, end], await reckonedOf(ctx, window))
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
  // Written meanwhile: which of the facts were read before nobody knows, and tomorrow is another night.
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

/** What the days of a window come to, past all that is kept. */
async function reckonedOf(ctx: Context, window: Window) {
  const [facts, [cash]] = await Promise.all([factsIn(ctx, [window]), cashIn(ctx, [window])])
  return partsOf({ ...facts, cash: cash! }, window)
}

/** Days that are compared each night, the last ones: orders change late. */
const NIGHTLY_DAYS = 62
/** Days at a time, so that no transaction is long. */
const STEP = 7
/** Years back that come in turn, a month a night. */
const MONTHS = 60

/** The stretches of days of a night: the last ones, and an older month in its turn. */
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
  for (const [first, last] of nightOf(lastKept(kernel.clock.now())))
    await runForMerchants(
      kernel,
      'figuresCompare',
      async (ctx) => {
        const { subjects, days } = await compareFigures(ctx, first, last)
        for (const difference of [...subjects, ...days])
          ctx.log.error({ difference }, 'figures were not what was kept of them')
      },
      stop,
    )
}
