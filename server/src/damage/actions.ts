import { advance } from '@cheyi/domain/advance'
import {
  damageSteps,
  isClosedDamage,
  isCollecting,
  openClaim,
  openDamageStatuses,
  standingClaim,
} from '@cheyi/domain/damage/claim'
import { damageStatus, damageStatuses } from '@cheyi/domain/damage/codes'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../kernel/context.ts'
import { claimOf, collectedFor, nameOf } from './row.ts'
import * as store from './store.ts'

export { registerDamage } from './register.ts'
export { nameOf as damageName } from './row.ts'

/** A claim that is still to be collected, fen. */
export interface OpenClaim {
  readonly id: string
  readonly name: string
  readonly due: number
}

/**
 * What of an order's debt is damage, case by case; all of them together no more than it owes. Two queries, one without any.
 * @param owedFen what the order owes in all
 */
export async function openClaims(ctx: Context, orderId: string, owedFen: number): Promise<OpenClaim[]> {
  const rows = await store.inStatus(ctx.db, orderId, [damageStatus.deducting])
  if (rows.length === 0) return []
  const own = collectedFor(rows, await store.collected(ctx, orderId))
  let left = Math.max(0, owedFen)
  return rows.flatMap((row) => {
    const due = openClaim(claimOf(row), own(row.id), left)
    left -= due
    return due > 0 ? [{ id: row.id, name: nameOf(row), due }] : []
  })
}

interface Owing {
  readonly id: string
  readonly owedFen: number
}

/** What of a case of an order is open, fen; 0 for nothing. @throws Refusal notFound (-4) */
export async function claimDue(ctx: Context, order: Owing, id: string): Promise<OpenClaim> {
  const row = await store.byId(ctx.db, id)
  if (row === undefined || row.orderId !== order.id) throw new Refusal('notFound', { field: 'refId' })
  const claims = await openClaims(ctx, order.id, order.owedFen)
  return claims.find((one) => one.id === id) ?? { id, name: nameOf(row), due: 0 }
}

/** As {@link claimDue}. @throws Refusal alreadyPaid (4001) when nothing of it is open */
export async function refusePaidClaim(ctx: Context, order: Owing, id: string): Promise<void> {
  if ((await claimDue(ctx, order, id)).due === 0) throw new Refusal('alreadyPaid')
}

/**
 * Cases of an order that are paid: by money of their own, or because the order owes nothing any more. Called with every step
 * that moves money, under the order's lock.
 * @param owedFen what the order owes now
 * @returns of how many something is still to be done
 */
export async function settleDamages(ctx: Context, orderId: string, owedFen: number): Promise<number> {
  const open = await store.inStatus(ctx.db, orderId, openDamageStatuses)
  const claims = open.filter((row) => isCollecting(row.status))
  if (claims.length === 0) return open.length
  const own = owedFen <= 0 ? undefined : collectedFor(claims, await store.collected(ctx, orderId))
  const met = claims.filter((row) => own === undefined || own(row.id) >= standingClaim(claimOf(row)))
  if (met.length > 0) {
    const ids = met.map(({ id }) => id)
    await store.setDone(ctx, ids, advance(damageSteps, 'pay', met[0]!.status))
  }
  return open.length - met.length
}

/** Of how many cases of an order something is still to be done. One query. */
export const openDamages = async (ctx: Context, orderId: string): Promise<number> =>
  (await store.inStatus(ctx.db, orderId, openDamageStatuses)).length

/** Parts of the car that cases of an order name, those that were withdrawn aside: their marks are dealt with. One query. */
export async function damagedParts(ctx: Context, orderId: string): Promise<string[]> {
  const standing = damageStatuses.values.filter((status) => !isClosedDamage(status))
  return (await store.inStatus(ctx.db, orderId, standing)).flatMap(({ damagedParts }) =>
    damagedParts.map(({ part }) => part),
  )
}
