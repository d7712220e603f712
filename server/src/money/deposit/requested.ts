import { type Cover, type CoverBy, requireChangeable } from '@cheyi/domain/money/deposit/change'
import {
  type DepositChange,
  type DepositMode,
  depositChange,
  depositKind,
  depositMode,
  violationAt,
} from '@cheyi/domain/money/deposit/codes'
import { isAskedAtPickup, isWaivedDeposit } from '@cheyi/domain/money/deposit/status'
import { MAX_DEPOSIT } from '@cheyi/domain/pricing/terms/check'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import type { OrderRow } from '../../booking/order/actions.ts'
import { type Context, requireVersion } from '../../kernel/context.ts'
import type * as store from './store.ts'
import { requireAmounts, violationAtOf } from './terms.ts'

/** The deposits to collect, or the change of a held one. */
interface Asked {
  /** A kind; 3 is both. */
  readonly kind: number
  readonly mode?: DepositMode
  readonly change?: DepositChange
  /** For a change: the version of the deposit that the clerk saw. */
  readonly version?: number
  readonly amount?: number
}

/** An amount to collect, fen, its role for the deposit, and the new deposit amount (null: unchanged). */
export interface Taking {
  readonly row: store.DepositRow
  readonly fen: number
  readonly cover: Cover
  readonly toFen: number | null
}

/**
 * The deposits of the request among the `locked` ones of the order, each with the amount to collect. "Both" means all that are not waived; a violation deposit that is
 * due at the return is included only when it is to be waived.
 * @throws Refusal depositRuleMissing (4007), depositTaken (4003); for a change badInput (-2), stale (-5), amountWrong (4002)
 */
export async function requestedDeposits(
  ctx: Context,
  order: OrderRow,
  locked: Promise<readonly store.DepositRow[]>,
  asked: Asked,
  by: CoverBy,
): Promise<Taking[]> {
  const both = asked.kind !== depositKind.rental && asked.kind !== depositKind.violation
  const [rows, at] = await Promise.all([
    locked,
    both && asked.mode !== depositMode.waived ? violationAtOf(ctx, order) : violationAt.pickup,
  ])
  requireAmounts({ rows })
  if (asked.change !== undefined) return [changeOf(order, rows, { ...asked, change: asked.change }, by)]
  const meant = rows.filter((row) =>
    both ? !isWaivedDeposit(row.payStatus) && isAskedAtPickup(row.kind, at) : row.kind === asked.kind,
  )
  if (meant.length === 0) throw new Refusal('depositTaken')
  return meant.map((row) => ({ row, fen: row.amountFen, cover: 'first', toFen: null }))
}

function changeOf(
  order: OrderRow,
  rows: readonly store.DepositRow[],
  { kind, change, version, amount = 0 }: Asked & { readonly change: DepositChange },
  by: CoverBy,
): Taking {
  const row = rows.find((one) => one.kind === kind)
  if (row === undefined) throw badInput('kind', '补足或更换请逐项办理')
  if (version === undefined) throw badInput('version', '请刷新后重试')
  requireVersion(version, row.version)
  requireChangeable(row, change, by)
  const more = change === depositChange.more
  const toFen = more ? row.amountFen + amount : amount
  const known = [row.amountFen, order.depositPolicySnapshot.rows.find((one) => one.kind === kind)?.amount]
  if (amount === 0 || toFen > MAX_DEPOSIT || (!more && !known.includes(amount))) throw new Refusal('amountWrong')
  return { row, fen: amount, cover: change, toFen }
}
