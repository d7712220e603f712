import { advance } from '@cheyi/domain/advance'
import { formatMoney } from '@cheyi/domain/money'
import { bankLineSteps } from '@cheyi/domain/money/bank/line'
import type { Arrived } from '@cheyi/domain/money/bank/match'
import { flowKind, payWay } from '@cheyi/domain/money/payment/codes'
import { account, bankChargeEntry } from '@cheyi/domain/money/payment/ledger'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { type Context, type HandlerOf, newId, requireFound } from '../../kernel/context.ts'
import { recordArrival } from '../cash-shift/actions.ts'
import { postSettlement, reversePosted } from '../payment/actions.ts'
import * as store from './store.ts'

/*
 * A match joins lines of statements and vouchers of the ledger that come to the same. What is not in the ledger yet is posted with it, by the
 * same entries as by hand: money in transit that has arrived (J23), and charges of the bank.
 */

interface Joined {
  readonly lineIds: readonly string[]
  readonly txnIds: readonly string[]
  readonly arrived?: Arrived | undefined
  readonly charge?: boolean | undefined
  readonly byRule: boolean
  readonly reason: string
}

const sumOf = (rows: readonly { readonly fen: number }[]): number => rows.reduce((sum, { fen }) => sum + fen, 0)

/**
 * Joins them. The locks of the lines and a unique key of the vouchers make the second of two matches fail.
 * @throws Refusal notFound (-4) for a line or a voucher that is none of the bank's; stale (-5) for one that is matched; bankSumsDiffer (4023);
 * amountWrong (4002) for more than is in transit
 */
export async function join(
  ctx: Context,
  { lineIds, txnIds, arrived, charge = false, byRule, reason }: Joined,
): Promise<string> {
  const lines = await store.lockLines(ctx, lineIds)
  if (lines.length !== new Set(lineIds).size) throw new Refusal('notFound', { field: 'lineIds' })
  const state = lines.map((line) => advance(bankLineSteps, 'match', line.state))[0]!
  const vouchers = await store.bankVouchers(ctx, txnIds)
  if (vouchers.length !== new Set(txnIds).size) throw new Refusal('notFound', { field: 'txnIds' })
  if (vouchers.some(({ matched }) => matched)) throw new Refusal('stale')
  const id = await newId(ctx)
  const left = sumOf(lines) - sumOf(vouchers)
  const posted = await postLeft(ctx, { id, left, arrived, charge })
  await store.insertMatch(ctx, { id, byRule, reason, postedKey: posted })
  const entries = vouchers.map(({ txnId, fen }) => ({ txnId, fen }))
  if (posted !== null) entries.push({ txnId: await store.txnOfKey(ctx, posted), fen: left })
  await store.insertMatchEntries(ctx, id, entries)
  await store.setMatched(ctx, lineIds, state, id)
  return id
}

/** Posts what the ledger does not have yet. @returns the key of the entry; null when both sides come to the same without one */
async function postLeft(
  ctx: Context,
  { id, left, arrived, charge }: { readonly id: string; readonly left: number } & Pick<Joined, 'arrived' | 'charge'>,
): Promise<string | null> {
  if (arrived !== undefined) {
    if (left <= 0) throw badInput('arrived', '在途款只能与收入匹配')
    const { storeId, account: from, feeFen } = arrived
    return (await recordArrival(ctx, { storeId, account: from, amount: left, fee: feeFen, note: '银行流水匹配' })).key
  }
  if (charge && left !== 0) {
    const entry = bankChargeEntry(id, -left)
    await postSettlement(ctx, entry, {
      storeId: null,
      way: payWay.bank,
      kind: flowKind.bankCharge,
      cashierId: ctx.accountId,
    })
    return entry.idemKey
  }
  if (left !== 0) throw new Refusal('bankSumsDiffer', { 说明: `，相差 ${formatMoney(Math.abs(left))}` })
  return null
}

/** @throws Refusal as {@link join} */
export const match: HandlerOf<'bank', 'match'> = async ({ lineIds, txnIds, arrived, charge }, ctx) => {
  await store.lockMatching(ctx)
  if (txnIds.length === 0 && arrived === undefined && !charge && lineIds.length < 2)
    throw badInput('txnIds', '请选择账簿记录、在途款或银行费用')
  const matchId = await join(ctx, {
    lineIds,
    txnIds,
    arrived: arrived && { storeId: arrived.storeId, account: arrived.account, feeFen: arrived.fee },
    charge,
    byRule: false,
    reason: '人工匹配',
  })
  ctx.audit({
    targetType: 'bankMatch',
    targetId: matchId,
    after: { bankLines: lineIds.length, bookEntries: txnIds.length, ...(arrived && { account: account.bank }) },
  })
  return { matchId }
}

/**
 * Undoes a match: its lines and vouchers are free again, and what was posted with it is reversed today (J21).
 * @throws Refusal notFound (-4), stale (-5) for one that was undone
 */
export const undo: HandlerOf<'bank', 'undo'> = async ({ matchId, reason }, ctx) => {
  await store.lockMatching(ctx)
  const row = requireFound(await store.lockMatch(ctx, matchId))
  if (row.undoneAt !== null) throw new Refusal('stale')
  if (row.postedKey !== null) await reversePosted(ctx, row.postedKey, reason)
  await store.undoMatch(ctx, matchId, reason)
  const lines = await store.freeLines(ctx, matchId)
  ctx.audit({ targetType: 'bankMatch', targetId: matchId, after: { bankLines: lines, reason } })
  return { lines }
}
