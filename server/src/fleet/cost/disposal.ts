import { costKind, costSource } from '@cheyi/domain/fleet/cost/codes'
import { endOfMonth, monthOf, planMonths } from '@cheyi/domain/fleet/cost/spread'
import { addMonths, type LocalDate, localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import * as store from './store.ts'

/** A car that was sold or scrapped, as the record of its disposal says. */
interface Disposal {
  readonly id: string
  readonly vehicleId: string
  readonly disposedOn: LocalDate
}

/**
 * What a sold car brings is an entry of its costs, as far as nobody has entered it by hand. Its plans end with the month of the disposal,
 * which still has its depreciation; closed months stay as they were reported.
 */
export async function followDisposal(
  ctx: Context,
  { id, vehicleId, disposedOn }: Disposal,
  fen: number,
): Promise<void> {
  const openFrom = (await store.holdOpenFrom(ctx)) ?? disposedOn
  const [day, month] = [
    [disposedOn, openFrom].toSorted()[1]!,
    [addMonths(monthOf(disposedOn), 1), openFrom].toSorted()[1]!,
  ]
  if (fen !== 0)
    await store.insert(ctx, [
      { vehicleId, kind: costKind.sale, fromOn: day, toOn: day, fen, source: costSource.disposal, refId: id },
    ])
  for (const plan of await store.plans(ctx, vehicleId))
    if (plan.endedMonth === null ? addMonths(plan.firstMonth, plan.months) > month : plan.endedMonth > month)
      await store.endPlan(ctx, plan.id, month, id)
}

/**
 * Takes back what a disposal brought: in an open month it is voided, otherwise an entry of today takes it back. The plans that it ended go
 * on; what they cost in months that were closed since counts in the first open one.
 */
export async function forgetDisposal(ctx: Context, { id, vehicleId }: Omit<Disposal, 'disposedOn'>): Promise<void> {
  const openFrom = await store.holdOpenFrom(ctx)
  const entries = await store.lockOf(ctx, costSource.disposal, id)
  const isOpen = ({ from }: store.Standing) => openFrom === null || from >= openFrom
  await store.cancel(
    ctx,
    entries.filter(isOpen).map((entry) => entry.id),
  )
  const today = localDate(ctx.now)
  await store.insert(
    ctx,
    entries
      .filter((entry) => !isOpen(entry))
      .map(({ fen }) => ({
        ...{ vehicleId, kind: costKind.sale, fromOn: today, toOn: today, fen: -fen },
        ...{ source: costSource.disposal, refId: id },
      })),
  )
  for (const plan of await store.plansEndedBy(ctx, id)) {
    const { kind, note, endedMonth, endedBefore: until } = plan
    await store.insert(
      ctx,
      planMonths(plan, endedMonth)
        .filter(({ month }) => until === null || month < until)
        .map(({ month, fen }) => {
          const fromOn = openFrom !== null && month < openFrom ? openFrom : month
          const toOn = endOfMonth(fromOn)
          return { vehicleId, kind, fromOn, toOn, fen, note, source: costSource.plan, refId: plan.id }
        }),
    )
    await store.resumePlan(ctx, plan.id)
  }
}
