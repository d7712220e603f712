import { handMade, handMadeOf, handMades } from '@cheyi/domain/money/payment/correction'
import { reversalEntry } from '@cheyi/domain/money/payment/ledger'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { localDate } from '@cheyi/domain/time'
import type { HandlerOf } from '../../../kernel/context.ts'
import { secondPerson } from '../../../platform/approval/actions.ts'
import { takeBackArrival, takeBackHandIn } from '../../cash-shift/actions.ts'
import { takeBackWriteOff } from '../../debt/actions.ts'
import { post } from '../books.ts'
import { postCashShift } from '../cash-shifts.ts'
import { releaseProofs } from '../proof.ts'
import { refreshSettlement } from '../settle.ts'
import { isCorrected, readTransaction } from './reverse-posted.ts'

/**
 * Corrects a manual posting: its exact reverse is posted today (J21), so that a closed month is corrected in the open one, and the row
 * that caused it is marked as corrected. A second person must approve, whatever the amount.
 * @throws Refusal notFound (-4), also for a posting that is not visible to the account; stale (-5) once it was corrected; badInput (-2)
 * for a posting that is not manual or that has a successor; approvalNeeded (1036)
 */
export const correct: HandlerOf<'payment', 'correct'> = async ({ txnId, reason }, ctx) => {
  const txn = await readTransaction(ctx, txnId)
  const made = txn && handMadeOf(txn.idemKey)
  if (txn === undefined) throw new Refusal('notFound', { field: 'txnId' })
  if (made === undefined) throw badInput('txnId', '该凭证由系统生成，请通过退款、撤销等对应操作处理')
  // The owning feature locks its row: the second of two concurrent corrections sees the first one.
  const row = await takeBack[made.what](ctx, made.id)
  if (await isCorrected(ctx, txnId)) throw new Refusal('stale')
  if (row.followed) throw badInput('txnId', '该坏账之后已有收回，不能更正')
  const facts = { fen: row.fen, what: handMades.text(made.what), of: row.name, reason }
  const signedBy = await secondPerson(ctx, 'correction', facts, row.storeIds)
  const entry = reversalEntry(txn)
  if (row.orderId === null) {
    const { storeId, shiftId } = row
    await postCashShift(ctx, entry, {
      storeId,
      shiftId,
      cashierId: ctx.accountId,
      kind: row.kind,
      reversesTxnId: txnId,
    })
  } else {
    await post(ctx, row.orderId, entry, { reversesTxnId: txnId })
    await refreshSettlement(ctx, row.orderId)
  }
  await releaseProofs(ctx, made.id)
  await ctx.query('insert into ledger_correction (txn_id, reason, signed_by) values ($1, $2, $3)', [
    txnId,
    reason,
    signedBy,
  ])
  const after = { corrected: txn.idemKey, amount: row.fen, reason, signedBy }
  ctx.audit({ targetType: row.orderId === null ? 'store' : 'order', targetId: row.orderId ?? row.storeId, after })
  return { day: localDate(ctx.now) }
}

const takeBack = {
  [handMade.writeOff]: takeBackWriteOff,
  [handMade.handIn]: takeBackHandIn,
  [handMade.arrival]: takeBackArrival,
} as const
