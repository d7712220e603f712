import { openClaim, standingClaim } from '@cheyi/domain/debt/claim'
import { type DueFacts, dueFen } from '@cheyi/domain/debt/due'
import { type PayKind, payKind } from '@cheyi/domain/payment/codes'
import { partName } from '@cheyi/domain/pickup-return/parts'
import { Refusal } from '@cheyi/domain/refusal'
import { writtenOff } from '../debt/actions.ts'
import type { Context } from '../kernel/context.ts'
import * as store from './store.ts'

export { openDamages } from './store.ts'

/*
 * Claims: what a customer owes of cases of an order beside its bill, one mechanism for damage and violations. The cases belong to
 * their rooms; how their money is collected is said here once: by payments of their own, out of deposits, or by whatever leaves
 * the order nothing to owe.
 */

/** What a claim is of: the reference of its payments, and the code of its lines in deductions. */
export type ClaimKind = 'damage' | 'illegal'

/** What a payment of its own is called, and whom else its end concerns. */
export const claimPayKinds: ReadonlyMap<PayKind, ClaimKind> = new Map([
  [payKind.damage, 'damage'],
  [payKind.violation, 'illegal'],
])

type Finish = (ctx: Context, ids: readonly string[]) => Promise<unknown>

const finishers = new Map<ClaimKind, Finish>()

/** What a room does with its cases whose claims are met, under the lock of their order; each room says it once. */
export function claimsEnd(kind: ClaimKind, finish: Finish): void {
  finishers.set(kind, finish)
}

/** What a case of damage is called where it stands among charges. */
export function damageName([first, ...more]: readonly { readonly part: string }[]): string {
  if (first === undefined) return '车辆损失'
  return `车损：${partName(first.part)}${more.length > 0 ? `等${more.length + 1}处` : ''}`
}

/** What a violation is called there. */
export const illegalName = (act: string): string => `违章：${act}`

const nameOf = ({ kind, damagedParts, act }: store.ClaimRow): string =>
  kind === 'damage' ? damageName(damagedParts ?? []) : illegalName(act ?? '')

/** A claim that is still to be collected, fen. */
export interface OpenClaim {
  readonly kind: ClaimKind
  readonly id: string
  readonly name: string
  readonly due: number
  /** No deposit pays it as long as it is. */
  readonly disputed: boolean
}

/** A claim as the books have it. */
export const claimOf = (row: {
  readonly payableFen: number | null
  readonly refundedFen: number
  readonly withdrawnFen: number
}) => ({ payable: row.payableFen ?? 0, refunded: row.refundedFen, withdrawn: row.withdrawnFen })

/** Money of its own that came in for each case, less what went back of it, fen. */
export function collectedFor(
  rows: readonly { readonly id: string; readonly refundedFen: number }[],
  money: readonly store.Collected[],
) {
  const fen = new Map(money.map((one) => [one.id, one.fen]))
  return (id: string): number => (fen.get(id) ?? 0) - (rows.find((row) => row.id === id)?.refundedFen ?? 0)
}

/**
 * What of an order's debt is for cases, one by one; all of them together no more than it owes. Two queries, one without any.
 * @param owedFen what is due of the order in all (`dueFen`)
 */
export async function openClaims(ctx: Context, orderId: string, owedFen: number): Promise<OpenClaim[]> {
  const rows = await store.collecting(ctx, orderId)
  if (rows.length === 0) return []
  const own = collectedFor(rows, await store.collected(ctx, orderId))
  let left = Math.max(0, owedFen)
  return rows.flatMap((row) => {
    const due = openClaim(claimOf(row), own(row.id), left)
    left -= due
    return due > 0 ? [{ kind: row.kind, id: row.id, name: nameOf(row), due, disputed: row.disputed }] : []
  })
}

/** What is open of an order for violations, fen: theirs is another deposit, so what settles the order leaves it on its cases. */
export async function illegalsDue(ctx: Context, orderId: string): Promise<number> {
  const claims = await openClaims(ctx, orderId, Number.MAX_SAFE_INTEGER)
  return claims.reduce((sum, { kind, due }) => (kind === 'illegal' ? sum + due : sum), 0)
}

type Owing = DueFacts & { readonly id: string }

/** What of a case of an order is open, fen; 0 for nothing. @throws Refusal notFound (-4) */
export async function claimDue(ctx: Context, order: Owing, kind: ClaimKind, id: string): Promise<OpenClaim> {
  const row = await store.byId(ctx, order.id, id)
  if (row?.kind !== kind) throw new Refusal('notFound', { field: 'refId' })
  const claims = await openClaims(ctx, order.id, dueFen(order))
  return claims.find((one) => one.id === id) ?? { kind, id, name: nameOf(row), due: 0, disputed: row.disputed }
}

/** As {@link claimDue}. @throws Refusal alreadyPaid (4001) when nothing of it is open */
export async function refusePaidClaim(ctx: Context, order: Owing, kind: ClaimKind, id: string): Promise<void> {
  if ((await claimDue(ctx, order, kind, id)).due === 0) throw new Refusal('alreadyPaid')
}

/**
 * Claims of an order that are paid: by money of their own, or because the order owes nothing any more. Called with every step
 * that moves money, under the order's lock.
 * @param owedFen what is due of the order now (`dueFen`)
 * @returns how many of damage were finished by it
 */
export async function settleClaims(ctx: Context, orderId: string, owedFen: number): Promise<number> {
  const claims = await store.collecting(ctx, orderId)
  if (claims.length === 0) return 0
  const own = owedFen <= 0 ? undefined : collectedFor(claims, await store.collected(ctx, orderId))
  const met = claims.filter((row) => own === undefined || own(row.id) >= standingClaim(claimOf(row)))
  const of = (kind: ClaimKind) => met.filter((row) => row.kind === kind).map(({ id }) => id)
  for (const [kind, finish] of finishers) if (of(kind).length > 0) await finish(ctx, of(kind))
  return of('damage').length
}

/** What is known of an order's money when something of its cases is to go back. */
export interface ClaimMoney {
  readonly collected: readonly store.Collected[]
  /** Fen that were given up as a bad debt. */
  readonly givenUp: number
}

export async function claimMoney(ctx: Context, orderId: string): Promise<ClaimMoney> {
  const [collected, givenUp] = await Promise.all([store.collected(ctx, orderId), writtenOff(ctx, orderId)])
  return { collected, givenUp }
}

/** How its last deduction went; null while that is awaited, or where there was none. */
export const lastDeduction = ({ collected }: ClaimMoney, id: string): store.Collected['result'] =>
  collected.find((one) => one.id === id)?.result ?? null

/**
 * What may be paid back of a case, fen: money of its own while it is collected, all that stands of it once it is met and was not
 * given up.
 */
export function refundableOf(
  row: Parameters<typeof claimOf>[0] & { readonly id: string },
  of: 'nothing' | 'collecting' | 'met',
  { collected, givenUp }: ClaimMoney,
): number {
  const left = standingClaim(claimOf(row))
  if (of === 'met') return Math.max(0, left - givenUp)
  return of === 'collecting' ? Math.max(0, Math.min(left, collectedFor([row], collected)(row.id))) : 0
}
