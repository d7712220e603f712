import type { Candidate, RentalStretch } from '@cheyi/domain/rental/violation/match'
import type { Context } from '../../kernel/context.ts'
import { nameFor } from './list.ts'
import * as store from './store.ts'

/** Candidates with their names for the page; those not visible to the account are omitted. */
export async function nearOf(ctx: Context, candidates: readonly Candidate[]) {
  const named = await nameLookup(ctx, candidates)
  return candidates.flatMap((one) => {
    const stretch = named(one)
    return stretch === undefined ? [] : [{ ...stretch, minutes: one.minutes, side: one.side }]
  })
}

/** Names the order of a rental time; undefined for one that the caller may not see. */
export async function nameLookup(ctx: Context, stretches: readonly RentalStretch[]) {
  const orders = await store.orderNames(
    ctx,
    stretches.map(({ orderId }) => orderId),
  )
  return ({ orderId, from, to }: RentalStretch) => {
    const order = orders.get(orderId)
    if (order === undefined) return undefined
    const { orderNo, orderKind, contactName } = order
    return { orderId, orderNo, orderKind, renterName: nameFor(ctx, contactName), from, to }
  }
}
