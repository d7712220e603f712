import { endOfMonth, monthOf } from '@cheyi/domain/fleet/cost/spread'
import { monthsFrom } from '@cheyi/domain/insight/data/contributions'
import { isShownToOwner } from '@cheyi/domain/insight/owner/codes'
import {
  addedParts,
  type CarCost,
  type CarPart,
  carPart,
  carryOverOf,
  daysWithin,
  dueOf,
  partDifference,
} from '@cheyi/domain/insight/owner/statement'
import { addMonths, type LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import * as store from './store.ts'

/*
 * Statements of a month. Income of a month may change after it was settled: a rental that ends in the next month is spread again over its
 * days. What has changed since is a part of the next statement, so that all statements of an agreement add up to what is true now.
 */

/** Months back in which changes are looked for. */
const LOOK_BACK = 11

const rowOf = ({ rent, service, other, fixed, fee, costs, owner }: CarPart) => ({
  rentFen: rent,
  serviceFen: service,
  otherFen: other,
  fixedFen: fixed,
  feeFen: fee,
  costs,
  ownerFen: owner,
})

export const partOf = (row: store.PartRow): CarPart => ({
  rent: row.rentFen,
  service: row.serviceFen,
  other: row.otherFen,
  fixed: row.fixedFen,
  fee: row.feeFen,
  costs: row.costs,
  owner: row.ownerFen,
})

/**
 * Makes the drafts of a month, for one owner or all; drafts are reckoned again, and one without content is dropped.
 * @returns how many drafts there are now, and how many statements were sent before and stay
 */
export async function makeStatements(
  ctx: Context,
  month: LocalDate,
  ownerId?: string,
): Promise<{ readonly made: number; readonly kept: number }> {
  const first = addMonths(month, -LOOK_BACK)
  const agreed = await store.agreements(ctx, { ownerId, from: first, to: endOfMonth(month) })
  const byOwner = Map.groupBy(agreed, (one) => one.ownerId)
  const vehicleIds = [...new Set(agreed.map(({ vehicleId }) => vehicleId))]
  const [income, costs] = await Promise.all([
    store.incomeByDay(ctx, vehicleIds, monthsFrom(first, month)),
    store.costsOf(ctx, vehicleIds, first, endOfMonth(month)),
  ])
  const facts = {
    income: Map.groupBy(income, ({ vehicleId }) => vehicleId),
    costs: Map.groupBy(costs, ({ vehicleId }) => vehicleId),
  }
  let made = 0
  let kept = 0
  // In the order of their ids, so that two callers do not wait for each other.
  for (const id of [...byOwner.keys()].toSorted((a, b) => Number(BigInt(a) - BigInt(b)))) {
    await store.lock(ctx, id)
    const done = await makeOne(ctx, id, month, byOwner.get(id)!, facts)
    if (done === 'made') made++
    if (done === 'kept') kept++
  }
  return { made, kept }
}

interface Facts {
  readonly income: ReadonlyMap<string, Awaited<ReturnType<typeof store.incomeByDay>>>
  readonly costs: ReadonlyMap<string, Awaited<ReturnType<typeof store.costsOf>>>
}

/** The draft of one owner, who is locked. */
async function makeOne(
  ctx: Context,
  ownerId: string,
  month: LocalDate,
  agreed: readonly store.Agreed[],
  facts: Facts,
): Promise<'made' | 'kept' | 'none'> {
  const statements = await store.statementsOf(ctx, ownerId, 1000)
  const own = statements.find((one) => one.month === month)
  if (own !== undefined && isShownToOwner(own.state)) return 'kept'
  // A month that was settled together with a later one is not settled again.
  if (statements.some((one) => one.month > month && isShownToOwner(one.state))) return 'none'
  const before = statements.find((one) => one.month < month)
  const first = statements.at(-1)
  /**
   * The first month that an agreement is settled for. What was agreed before the owner's first statement was settled elsewhere until then;
   * what is entered after it is owed from its own beginning.
   */
  const begunOf = ({ createdAt, fromOn }: store.Agreed): LocalDate => {
    if (first === undefined) return month
    return createdAt > first.createdAt && fromOn < first.month ? monthOf(fromOn) : first.month
  }
  const settled = Map.groupBy(
    await store.partsBefore(ctx, ownerId, month),
    ({ agreementId, fromOn }) => `${agreementId} ${monthOf(fromOn)}`,
  )
  const parts = agreed.flatMap((agreement) => {
    const begun = begunOf(agreement)
    return monthsFrom(begun < month ? maxOf(begun, addMonths(month, -LOOK_BACK)) : month, month).flatMap((of) => {
      const days = daysWithin(of, agreement.fromOn, agreement.toOn)
      const earlier = addedParts((settled.get(`${agreement.id} ${of}`) ?? []).map(partOf))
      if (days === null) return []
      const earned = (facts.income.get(agreement.vehicleId) ?? []).filter(
        ({ day }) => day >= days.from && day <= days.to,
      )
      const sum = (key: 'rent' | 'service' | 'other') => earned.reduce((all, one) => all + one[key], 0)
      const income = { rent: sum('rent'), service: sum('service'), other: sum('other') }
      const now = carPart(agreement, days, income, (facts.costs.get(agreement.vehicleId) ?? []) as CarCost[])
      const part = of === month ? now : partDifference(now, earlier)
      return part === null ? [] : [{ agreementId: agreement.id, fromOn: days.from, toOn: days.to, ...rowOf(part) }]
    })
  })
  const carriedFen = before === undefined ? 0 : carryOverOf(dueOf(before))
  if (parts.length === 0 && carriedFen === 0 && !own?.corrections.length) {
    if (own === undefined) return 'none'
    // What was booked of it when its month was closed is corrected when it is confirmed.
    if (own.accruedFen === 0) {
      await store.dropDraft(ctx, own.id)
      return 'none'
    }
  }
  const ownerFen = parts.reduce((all, part) => all + part.ownerFen, 0)
  await store.putDraft(ctx, { ownerId, month, carriedFen, ownerFen }, parts)
  return 'made'
}

const maxOf = (a: LocalDate, b: LocalDate): LocalDate => (a > b ? a : b)
