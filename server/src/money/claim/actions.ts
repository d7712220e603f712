import { openClaim, standingClaim } from '@cheyi/domain/money/debt/claim'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { type PayKind, payKind, payKinds, supplementReasons } from '@cheyi/domain/money/payment/codes'
import { Refusal } from '@cheyi/domain/refusal'
import { partName } from '@cheyi/domain/rental/pickup-return/parts'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { writtenOff } from '../debt/actions.ts'
import * as store from './store.ts'

export { metUnnamedSql, openDamages } from './store.ts'

/*
 * Claims: what of an order's debt is for what, one mechanism for damage, violations, supplements and instalments. The cases belong
 * to their rooms; how their money is collected is said here once: by payments of their own, out of deposits, or by whatever leaves
 * the order nothing to owe.
 */

/** Claims beside the bill of an order: the reference of their payments, and the code of their lines in deductions. */
export type CaseKind = 'damage' | 'illegal' | 'supplement'

/** Whatever of a debt may be paid by itself. An instalment is a part of the bill: whatever pays its order pays its rows by their dates. */
export type ClaimKind = CaseKind | 'instalment'

/** Kinds by how their payments are called. */
export const claimPayKinds: ReadonlyMap<PayKind, ClaimKind> = new Map([
  [payKind.damage, 'damage'],
  [payKind.violation, 'illegal'],
  [payKind.supplement, 'supplement'],
  [payKind.instalment, 'instalment'],
])

type Finish = (ctx: Context, ids: readonly string[]) => Promise<unknown>

const finishers = new Map<CaseKind, Finish>()

/** What a room does with its cases whose claims are met, under the lock of their order; each room says it once. */
export function claimsEnd(kind: CaseKind, finish: Finish): void {
  finishers.set(kind, finish)
}

/** What is asked for by itself: what it is and why, as its customer reads it, and how much of it is open, fen. */
export interface AskedClaim {
  readonly name: string
  readonly why: string
  readonly due: number
}

/** @throws Refusal notFound (-4) */
type AskOf = (ctx: Context, order: OrderRow, id: string) => Promise<AskedClaim>

const parts = new Map<ClaimKind, AskOf>()

/** How what of a kind is open is told where that is a part of the bill and no case beside it; its room says it once. */
export function claimsArePartOfBill(kind: Exclude<ClaimKind, CaseKind>, ask: AskOf): void {
  parts.set(kind, ask)
}

/** What a case of damage is called where it stands among charges. */
export function damageName([first, ...more]: readonly { readonly part: string }[]): string {
  if (first === undefined) return '车辆损失'
  return `车损：${partName(first.part)}${more.length > 0 ? `等${more.length + 1}处` : ''}`
}

/** What a violation is called there. */
export const illegalName = (act: string): string => `违章：${act}`

const reasonOf = ({ reasonCode }: store.ClaimRow): string =>
  reasonCode === null ? '' : supplementReasons.text(reasonCode)

const names: Readonly<Record<CaseKind, (row: store.ClaimRow) => string>> = {
  damage: ({ damagedParts }) => damageName(damagedParts ?? []),
  illegal: ({ act }) => illegalName(act ?? ''),
  supplement: (row) => `补款：${reasonOf(row)}`,
}
const nameOf = (row: store.ClaimRow): string => names[row.kind](row)

/** Kinds of payments by the kind of case. */
const payKindOf = new Map([...claimPayKinds].map(([kind, claim]) => [claim, kind]))

/** How its customer is asked for a case: by the kind of payment, or by the name of what somebody typed. */
const askedFor = (row: store.ClaimRow): Omit<AskedClaim, 'due'> =>
  row.kind === 'supplement'
    ? { name: `补款（${reasonOf(row)}）`, why: row.remark ?? '' }
    : { name: payKinds.text(payKindOf.get(row.kind)!), why: nameOf(row) }

/** A claim that is still to be collected, fen. */
export interface OpenClaim {
  readonly kind: CaseKind
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

/** What of a claim of an order is open, and how it is asked for; 0 for nothing. @throws Refusal notFound (-4) */
export async function claimDue(ctx: Context, order: OrderRow, kind: ClaimKind, id: string): Promise<AskedClaim> {
  const part = parts.get(kind)
  if (part !== undefined) return part(ctx, order, id)
  const row = await store.byId(ctx, order.id, id)
  if (row?.kind !== kind) throw new Refusal('notFound', { field: 'refId' })
  const claims = await openClaims(ctx, order.id, dueFen(order))
  return { ...askedFor(row), due: claims.find((one) => one.id === id)?.due ?? 0 }
}

/**
 * Claims of an order that are paid: by money of their own, or because the order owes nothing any more. Called with every step
 * that moves money, under the order's lock.
 * @param owedFen what is due of the order now (`dueFen`)
 * @returns how many of each kind were finished by it
 */
export async function settleClaims(
  ctx: Context,
  orderId: string,
  owedFen: number,
): Promise<Readonly<Record<CaseKind, number>>> {
  const done = { damage: 0, illegal: 0, supplement: 0 }
  const claims = await store.collecting(ctx, orderId)
  if (claims.length === 0) return done
  const own = owedFen <= 0 ? undefined : collectedFor(claims, await store.collected(ctx, orderId))
  const met = claims.filter((row) => own === undefined || own(row.id) >= standingClaim(claimOf(row)))
  for (const [kind, finish] of finishers) {
    const ids = met.filter((row) => row.kind === kind).map(({ id }) => id)
    if (ids.length > 0) await finish(ctx, ids)
    done[kind] = ids.length
  }
  return done
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
