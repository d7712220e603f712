import { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { writeOffEntry } from '@cheyi/domain/money/payment/ledger'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { lockOrder, logOrder, readOrder } from '../../booking/order/actions.ts'
import { type Context, implement, newId } from '../../kernel/context.ts'
import { secondPerson } from '../../platform/approval/actions.ts'
import { settingsOf } from '../../platform/merchant/actions.ts'
import { post, prove, refreshSettlement } from '../payment/actions.ts'
import { ages, agesExport } from './ages.ts'
import * as store from './store.ts'

/**
 * Writes off an uncollectable debt of a customer (J19). Above the limit, which counts all write-offs of the order, a second person must
 * approve.
 * @throws Refusal orderStatusRefuses (2001), amountWrong (4002), approvalNeeded (1036), badInput (-2)
 */
async function writeOff(input: ParsedOf<typeof contract.debt.writeOff>, ctx: Context) {
  const { orderId, amount, reason, voucherIds } = input
  const order = await lockOrder(ctx, orderId)
  advance(orderSteps, 'writeOff', order.status)
  if (amount > dueFen(order)) throw new Refusal('amountWrong', { field: 'amount', owed: Math.max(0, dueFen(order)) })
  if (voucherIds.length === 0) throw badInput('voucherIds', '请上传核销凭证')
  const [{ all }, settings] = await Promise.all([store.sums(ctx, orderId), settingsOf(ctx, order.storeId)])
  await secondPerson(
    ctx,
    'writeOff',
    { fen: amount, before: all, limit: settings.refundApproveLimitFen, orderNo: order.orderNo },
    [order.storeId, order.returnStoreId],
  )
  const id = await newId(ctx)
  await store.insert(ctx.db, { id, orderId, amountFen: amount, reason, voucherIds: [...voucherIds] })
  await prove(ctx, { voucherIds }, { recordId: id, orderId })
  await post(ctx, orderId, writeOffEntry(id, amount))
  const { owed } = await refreshSettlement(ctx, orderId)
  logOrder(ctx, order, { action: 'writeOff', detail: { amount, reason } })
  ctx.audit({
    targetType: 'order',
    targetId: orderId,
    before: { owed: order.owedFen },
    after: { owed, amount, reason },
  })
  const { settleStatus } = await readOrder(ctx, orderId)
  return { owed, settleStatus }
}

export const debt = implement(contract.debt, { ages, agesExport, writeOff })
