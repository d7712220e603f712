import { advance } from '@cheyi/domain/advance'
import {
  type CaseKind,
  claimKinds,
  claimShares,
  claimSteps,
  isMetClaim,
  refundShares,
  standingClaim,
  waivedShares,
} from '@cheyi/domain/money/claim/claim'
import { claimState } from '@cheyi/domain/money/claim/codes'
import {
  type Account,
  claimEntry,
  claimRefundEntry,
  claimWaiverEntry,
  type Entry,
} from '@cheyi/domain/money/payment/ledger'
import { currentCreditAccount } from '@cheyi/domain/money/supplement/supplement'
import type { OrderRow } from '../../../booking/order/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { post, postAll } from '../../payment/actions.ts'
import { claimOf } from '../actions.ts'
import * as store from '../store.ts'

/*
 * What a case does with its claim, each with its posting. The caller holds the lock on the order, which protects its claims, and refreshes
 * its settlement.
 */

/** How a claim is read among the charges of its order. */
interface Named {
  readonly kind: CaseKind
  /** The case. */
  readonly id: string
  /** What the claim is for (`左前门`); its name has the title of the kind in front (`车损：左前门`). */
  readonly subject: string
  /** How its amount is made. */
  readonly formula?: string
  readonly note?: string
}

type OrderState = Pick<OrderRow, 'id' | 'status'>

/** What a case in assessment is likely to cost, fen: it is not owed, and keeps a part of the rental deposit. */
export const expectClaim = (ctx: Context, orderId: string, named: Named, expectedFen: number): Promise<unknown> =>
  store.save(ctx, { ...named, orderId, state: claimState.expected, expectedFen })

/**
 * Fixes what the customer owes for a case (J11, J12).
 * @param credited the account of its fees; null for a claim that only collects what the order owes already, which posts nothing
 */
export async function openClaim(
  ctx: Context,
  orderId: string,
  claim: Named & {
    readonly payableFen: number
    /** Part that the merchant paid for the customer, fen. */
    readonly passedFen?: number
    readonly credited: Account | null
  },
): Promise<void> {
  const { kind, id, payableFen, passedFen = 0, credited } = claim
  const state = advance(claimSteps, 'open', claimState.expected, { payable: payableFen })
  await store.save(ctx, {
    ...claim,
    orderId,
    state,
    openedAt: ctx.now,
    openedBy: ctx.accountId,
    metAt: isMetClaim(state) ? ctx.now : null,
  })
  if (credited === null || payableFen === 0) return
  const shares = claimShares({ payable: payableFen, passed: passedFen })
  await post(ctx, orderId, claimEntry(claimKinds[kind].journal, id, shares, credited))
}

/** The columns of a claim that its reductions depend on. */
type Standing = Pick<
  store.ClaimRow,
  'id' | 'state' | 'payableFen' | 'passedFen' | 'refundedFen' | 'withdrawnFen' | 'credited'
>

const partsOf = ({ payableFen, passedFen }: Standing) => ({ payable: payableFen ?? 0, passed: passedFen })

/**
 * Ends claims and withdraws what is left of them: a part of it, for one that was collected in part.
 * @param waived fen of each claim; missing: all that is left
 * @returns the entries to post (J20), without those of claims that posted nothing
 */
export async function endClaims(
  ctx: Context,
  order: OrderState,
  rows: readonly Standing[],
  waived: (row: Standing) => number = (row) => standingClaim(claimOf(row)),
): Promise<Entry[]> {
  for (const [state, same] of Map.groupBy(rows, (row) => row.state))
    await store.withdraw(
      ctx,
      same.map(({ id }) => id),
      same.map(waived),
      advance(claimSteps, 'withdraw', state),
    )
  return rows.flatMap((row) => {
    const fen = waived(row)
    if (row.credited === null || fen === 0) return []
    return [claimWaiverEntry(row.id, waivedShares(partsOf(row), fen), currentCreditAccount(row.credited, order.status))]
  })
}

/** Ends the claim of a case, and waives this part of it (J20), fen; missing: all that is left. */
export async function waiveClaim(ctx: Context, order: OrderState, id: string, fen?: number): Promise<void> {
  const claims = await store.byIds(ctx, [id])
  await postAll(ctx, order.id, await endClaims(ctx, order, claims, fen === undefined ? undefined : () => fen))
}

/** Reduces a claim by what is refunded of it (J17), fen; the caller pays that back. */
export async function refundClaim(
  ctx: Context,
  order: OrderState,
  id: string,
  { fen, refundId }: { readonly fen: number; readonly refundId: string },
): Promise<void> {
  const [row] = (await store.byIds(ctx, [id])) as [store.ClaimRow]
  const left = standingClaim(claimOf(row)) - fen
  await store.refund(ctx, id, fen, advance(claimSteps, 'refund', row.state, { left, state: row.state }))
  if (row.credited === null) return
  const shares = refundShares(partsOf(row), row.refundedFen, fen)
  await post(ctx, order.id, claimRefundEntry(id, refundId, shares, currentCreditAccount(row.credited, order.status)))
}

/** The customer disputes a case, or no longer does: no deposit pays its claim in between. */
export const disputeClaim = (ctx: Context, id: string, disputed: boolean) => store.setDisputed(ctx, id, disputed)
