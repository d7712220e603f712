import { advance } from '@cheyi/domain/advance'
import { type CaseKind, claimName, claimSteps, openClaim, standingClaim } from '@cheyi/domain/money/claim/claim'
import { claimState } from '@cheyi/domain/money/claim/codes'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { type PayKind, payKind, payKinds } from '@cheyi/domain/money/payment/codes'
import { Refusal } from '@cheyi/domain/refusal'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import { openWriteOffFen } from '../debt/actions.ts'
import * as store from './store.ts'

export {
  byIds as claimsOf,
  type ClaimColumns,
  type ClaimRow,
  claimColumnsSql,
  claimLeftSql,
  claimNameSql,
  expectedFen,
  metUnnamedSql,
  noClaim,
  openDamages,
} from './store.ts'

/*
 * Claims divide an order's debt by cause, with one mechanism for damage, violations, supplements and instalments. The cases belong to
 * their features; what they cost the customer, and how that is collected, is here: by separate payments, by deductions from deposits, or
 * by any payment that clears the whole debt of the order. Cases open, reduce and end their claims by `steps/actions.ts`.
 */

/**
 * Every part of a debt that can be paid separately. An instalment is a part of the bill and has no claim: a payment of its order pays its
 * rows in the order of their dates.
 */
export type ClaimKind = CaseKind | 'instalment'

/** Claim kinds by the kind of their payments. */
export const claimPayKinds: ReadonlyMap<PayKind, ClaimKind> = new Map([
  [payKind.damage, 'damage'],
  [payKind.violation, 'violation'],
  [payKind.supplement, 'supplement'],
  [payKind.instalment, 'instalment'],
])

type Finish = (ctx: Context, ids: readonly string[]) => Promise<unknown>

const finishers = new Map<CaseKind, Finish>()

/** Registers how a feature completes its cases whose claims are paid, under the lock of their order. */
export function claimsEnd(kind: CaseKind, finish: Finish): void {
  finishers.set(kind, finish)
}

/** A claim to be paid separately: its name and reason, as the customer reads them, and its open amount, fen. */
export interface AskedClaim {
  readonly name: string
  readonly why: string
  readonly due: number
}

/** @throws Refusal notFound (-4) */
type AskOf = (ctx: Context, order: OrderRow, id: string) => Promise<AskedClaim>

const parts = new Map<ClaimKind, AskOf>()

/** Registers how to read the open amount of a claim kind that is a part of the bill and has no case. */
export function claimsArePartOfBill(kind: Exclude<ClaimKind, CaseKind>, ask: AskOf): void {
  parts.set(kind, ask)
}

/** What a claim is for, line by line, as its customer reads it. */
export interface ClaimLine {
  readonly text: string
  readonly note: string
  readonly fen: number
}
type LinesOf = (ctx: Context, id: string) => Promise<ClaimLine[]>

const lines = new Map<ClaimKind, LinesOf>()

/** Registers how the lines of a claim are read, where a feature collects many records with one. */
export const claimsHaveLines = (kind: CaseKind, read: LinesOf) => void lines.set(kind, read)

/** The lines of a claim; none where it is for one thing, which its name says. */
export const claimLines = async (ctx: Context, kind: ClaimKind | undefined, id: string): Promise<ClaimLine[]> =>
  kind === undefined ? [] : ((await lines.get(kind)?.(ctx, id)) ?? [])

const pictures = new Map<CaseKind, Sql>()

/** Registers SQL of the pictures of a case: `bigint[]` by the id of its claim `c`. */
export const claimsHavePictures = (kind: CaseKind, ids: Sql) => void pictures.set(kind, ids)

/** SQL: the pictures of the case of the claim `c`. */
export const claimPicturesSql = (): Sql =>
  sql`coalesce(case c.kind ${[...pictures].map(([kind, ids]) => `when '${kind}' then (${ids})`).join(' ') as Sql} end, '{}')`

const payKindOf = new Map([...claimPayKinds].map(([kind, claim]) => [claim, kind]))

const nameOf = ({ kind, subject }: store.ClaimRow): string => claimName(kind, subject)

/** Name and reason of a case for its customer: by the payment kind, or for a supplement by what the clerk entered. */
const textsForCustomer = (row: store.ClaimRow): Omit<AskedClaim, 'due'> =>
  row.kind === 'supplement'
    ? { name: `补款（${row.subject}）`, why: row.note }
    : { name: payKinds.text(payKindOf.get(row.kind)!), why: nameOf(row) }

/** A claim with an open amount, fen. */
export interface OpenClaim {
  readonly kind: CaseKind
  readonly id: string
  readonly name: string
  readonly due: number
  /** A disputed claim is not paid from a deposit. */
  readonly disputed: boolean
}

/** The amounts of a claim as the ledger has them. */
export const claimOf = (row: {
  readonly payableFen: number | null
  readonly refundedFen: number
  readonly withdrawnFen: number
}) => ({ payable: row.payableFen ?? 0, refunded: row.refundedFen, withdrawn: row.withdrawnFen })

/** Payments of each case, less their refunds, fen. */
export function netCollectedOf(
  rows: readonly { readonly id: string; readonly refundedFen: number }[],
  money: readonly store.Collected[],
) {
  const fen = new Map(money.map((one) => [one.id, one.fen]))
  return (id: string): number => (fen.get(id) ?? 0) - (rows.find((row) => row.id === id)?.refundedFen ?? 0)
}

/** The open amounts of an order's cases, together at most the debt of the order (`owedFen`, see `dueFen`). */
export function openOf({ claims, collected }: ClaimDebt, owedFen: number): OpenClaim[] {
  const own = netCollectedOf(claims, collected)
  let left = Math.max(0, owedFen)
  return claims.flatMap((row) => {
    const due = openClaim(claimOf(row), own(row.id), left)
    left -= due
    return due > 0 ? [{ kind: row.kind, id: row.id, name: nameOf(row), due, disputed: row.disputed }] : []
  })
}

/** {@link openOf} of an order that mostly has no cases: two queries, one without any. */
export async function openClaims(ctx: Context, orderId: string, owedFen: number): Promise<OpenClaim[]> {
  const claims = await store.collecting(ctx, orderId)
  return claims.length === 0 ? [] : openOf({ claims, collected: await store.collectedByCase(ctx, orderId) }, owedFen)
}

/** The open amount of an order's violations, fen. They have their own deposit, so the settlement of the order leaves them open. */
export async function violationsDue(ctx: Context, orderId: string): Promise<number> {
  const claims = await openClaims(ctx, orderId, Number.MAX_SAFE_INTEGER)
  return claims.reduce((sum, { kind, due }) => (kind === 'violation' ? sum + due : sum), 0)
}

/** The open amount of a claim of an order, with name and reason; 0 when nothing is open. @throws Refusal notFound (-4) */
export async function claimDue(ctx: Context, order: OrderRow, kind: ClaimKind, id: string): Promise<AskedClaim> {
  const part = parts.get(kind)
  if (part !== undefined) return part(ctx, order, id)
  const [row] = await store.byIds(ctx, [id])
  if (row?.kind !== kind || row.orderId !== order.id) throw new Refusal('notFound', { field: 'refId' })
  const claims = await openClaims(ctx, order.id, dueFen(order))
  return { ...textsForCustomer(row), due: claims.find((one) => one.id === id)?.due ?? 0 }
}

/**
 * Completes the claims of an order that are paid, separately or because the order owes nothing any more. Called with every step that
 * moves money, under the order's lock.
 * @param owedFen the current debt of the order (`dueFen`)
 * @returns the number of completed claims by kind
 */
export async function settleClaims(
  ctx: Context,
  orderId: string,
  owedFen: number,
): Promise<Readonly<Record<CaseKind, number>>> {
  const done = { damage: 0, violation: 0, supplement: 0 }
  const claims = await store.collecting(ctx, orderId)
  if (claims.length === 0) return done
  const own = owedFen <= 0 ? undefined : netCollectedOf(claims, await store.collectedByCase(ctx, orderId))
  const met = claims.filter((row) => own === undefined || own(row.id) >= standingClaim(claimOf(row)))
  if (met.length === 0) return done
  const ids = (rows: readonly store.ClaimRow[]) => rows.map(({ id }) => id)
  await store.setMet(ctx, ids(met), advance(claimSteps, 'meet', claimState.due))
  for (const [kind, rows] of Map.groupBy(met, (row) => row.kind)) {
    await finishers.get(kind)?.(ctx, ids(rows))
    done[kind] = rows.length
  }
  return done
}

/** The claims of an order that are not paid yet, and what was collected for each. */
export interface ClaimDebt {
  /** In collection, in the order in which they are paid. */
  readonly claims: readonly store.ClaimRow[]
  readonly collected: readonly store.Collected[]
}

export async function claimDebt(ctx: Context, orderId: string): Promise<ClaimDebt> {
  const [claims, collected] = await Promise.all([store.collecting(ctx, orderId), store.collectedByCase(ctx, orderId)])
  return { claims, collected }
}

/** The facts about an order's money for a refund of a case. */
export interface ClaimMoney extends ClaimDebt {
  /** The written-off amount, fen. */
  readonly givenUp: number
}

export async function claimMoney(ctx: Context, orderId: string): Promise<ClaimMoney> {
  const [debt, givenUp] = await Promise.all([claimDebt(ctx, orderId), openWriteOffFen(ctx, orderId)])
  return { ...debt, givenUp }
}

/** The result of the last deduction of a case; null while it is unanswered, or without any. */
export const lastDeduction = ({ collected }: ClaimMoney, id: string): store.Collected['result'] =>
  collected.find((one) => one.id === id)?.result ?? null

/**
 * The refundable amount of a case, fen: its separate payments while it is being collected, its whole effective amount once it is paid
 * and not written off.
 */
export function refundableOf(
  row: Parameters<typeof claimOf>[0] & { readonly id: string },
  of: 'nothing' | 'collecting' | 'met',
  { collected, givenUp }: ClaimMoney,
): number {
  const left = standingClaim(claimOf(row))
  if (of === 'met') return Math.max(0, left - givenUp)
  return of === 'collecting' ? Math.max(0, Math.min(left, netCollectedOf([row], collected)(row.id))) : 0
}
