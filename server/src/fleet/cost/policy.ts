import { costKind, costSource } from '@cheyi/domain/fleet/cost/codes'
import { entryProblem } from '@cheyi/domain/fleet/cost/entry'
import { formatMoney } from '@cheyi/domain/money'
import { badInput } from '@cheyi/domain/refusal'
import type { LocalDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import * as store from './store.ts'

/** What a policy costs over its days, fen. */
export interface Premium {
  readonly from: LocalDate
  readonly to: LocalDate
  readonly fen: number
}

const { policy } = costSource

/**
 * Makes the premium of a policy a cost of its vehicle, by the days of the policy; null takes it back. An entry that begins in a closed month
 * stays, and the difference to it counts from the first open day, so that nothing of a closed month changes and nothing counts twice.
 * @throws Refusal badInput (-2) for a period of more than ten years, and for a premium that was already entered by hand
 */
export async function followPolicy(
  ctx: Context,
  { id, vehicleId, note }: { readonly id: string; readonly vehicleId: string; readonly note: string },
  premium: Premium | null,
): Promise<void> {
  if (premium !== null) {
    const problem = entryProblem({ ...premium, taxFen: 0 })
    if (problem !== null) throw badInput('endOn', problem.message)
    const twin = await store.premiumLike(ctx, vehicleId, premium, [costSource.manual, costSource.import])
    if (twin !== undefined)
      throw badInput('amount', `${formatMoney(twin.fen)}的保险费用已在 ${twin.from} 登记，请先在车辆费用中作废`)
  }
  const openFrom = await store.holdOpenFrom(ctx)
  const [kept, open] = partition(await store.lockOf(ctx, policy, id), openFrom)
  await store.cancel(
    ctx,
    open.map((one) => one.id),
  )
  const left = (premium?.fen ?? 0) - kept.reduce((sum, { fen }) => sum + fen, 0)
  const period = premium ?? kept[0]
  if (left === 0 || period === undefined) return
  const fromOn = laterOf(period.from, openFrom ?? period.from)
  const toOn = laterOf(period.to, fromOn)
  await store.insert(ctx, [
    { vehicleId, kind: costKind.insurance, fromOn, toOn, fen: left, note, source: policy, refId: id },
  ])
}

const laterOf = (...days: readonly LocalDate[]): LocalDate => days.toSorted().at(-1)!

const partition = (rows: readonly store.Standing[], openFrom: LocalDate | null) =>
  [
    rows.filter(({ from }) => openFrom !== null && from < openFrom),
    rows.filter(({ from }) => openFrom === null || from >= openFrom),
  ] as const

/** @throws Refusal badInput (-2) for a cost by hand that a policy of the vehicle has already brought */
export async function refusePolicyTwin(ctx: Context, vehicleId: string, premium: Premium): Promise<void> {
  const twin = await store.premiumLike(ctx, vehicleId, premium, [policy])
  if (twin !== undefined) throw badInput('fen', `${twin.from} 起的保单已计入这笔保费，请勿重复登记`)
}
