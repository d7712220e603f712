import { costKind, costSource } from '@cheyi/domain/fleet/cost/codes'
import { entryProblem, premiumTwinText } from '@cheyi/domain/fleet/cost/entry'
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

/** A policy with the vehicle that it insures. */
interface Insured {
  readonly id: string
  readonly vehicleId: string
  readonly note: string
}

const { policy } = costSource

/**
 * Makes the premium of a policy a cost of its vehicle, by the days of the policy; null takes it back. An entry that begins in a closed month
 * stays, and the difference to it counts from the first open day, so that nothing of a closed month changes and nothing counts twice.
 * @throws Refusal badInput (-2) for a period of more than ten years, and for a premium that was already entered by hand
 */
export async function followPolicy(ctx: Context, insured: Insured, premium: Premium | null): Promise<void> {
  const { id, vehicleId } = insured
  if (premium !== null) {
    const problem = entryProblem({ ...premium, taxFen: 0 })
    if (problem !== null) throw badInput('endOn', problem.message)
    const twin = await store.premiumLike(ctx, vehicleId, premium, [costSource.manual, costSource.import])
    if (twin !== undefined) throw badInput('amount', premiumTwinText(twin))
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
  await store.insert(ctx, [entryOf(insured, { ...period, fen: left }, openFrom)])
}

/** Makes the premiums of policies that had none costs of their vehicles, by two statements for any number of them. */
export async function addPremiums(
  ctx: Context,
  policies: readonly (Insured & { readonly premium: Premium })[],
): Promise<void> {
  if (policies.length === 0) return
  const openFrom = await store.holdOpenFrom(ctx)
  await store.insert(
    ctx,
    policies.map(({ premium, ...insured }) => entryOf(insured, premium, openFrom)),
  )
}

/** What is before the open months counts from their first day. */
function entryOf({ id, vehicleId, note }: Insured, { from, to, fen }: Premium, openFrom: LocalDate | null) {
  const fromOn = laterOf(from, openFrom ?? from)
  const toOn = laterOf(to, fromOn)
  return { vehicleId, kind: costKind.insurance, fromOn, toOn, fen, note, source: policy, refId: id }
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
