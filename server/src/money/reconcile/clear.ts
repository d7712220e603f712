import { advance } from '@cheyi/domain/advance'
import { billSettled } from '@cheyi/domain/money/payment/ledger'
import {
  bookingName,
  differenceState,
  differenceSteps,
  isOpenDifference,
  settlementOf,
} from '@cheyi/domain/money/reconcile/compare'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { inSight } from '../../fleet/store/actions.ts'
import { found, type HandlerOf } from '../../kernel/context.ts'
import { secondPerson } from '../../platform/approval/actions.ts'
import { postSettlement } from '../payment/actions.ts'
import { finish, pairNow, recheck } from './compare-bill.ts'
import * as store from './store.ts'
import * as lists from './store-lists.ts'

/**
 * Handles a difference: compares both sides again, or posts the provider's amount with a reason, dated today (J23). A large one needs
 * approval by a second person.
 * @throws Refusal notFound (-4), stale (-5) when it is already handled, badInput (-2), approvalNeeded (1036)
 */
export const clear: HandlerOf<'reconcile', 'clear'> = async ({ id, action, reason = '', storeId }, ctx) => {
  const { billId } = found(await store.differenceById(ctx.db, id))
  found((await lists.billPage(ctx, { id: billId }, null, 1))[0])
  const bill = found(await store.lockBill(ctx, billId))
  const row = found(await store.differenceById(ctx.db, id))
  if (!isOpenDifference(row.state)) throw new Refusal('stale')
  const pair = await pairNow(ctx, row, bill.channelId)
  const settlement = settlementOf(pair)
  const fen = settlement.theirsFen - settlement.oursFen
  const agrees = await (action === 'recheck' ? recheck(ctx, row, bill.channelId) : false)
  const facts = { fen: action === 'book' ? fen : 0, no: row.outNo, booking: bookingName(row.kind) }
  const signedBy = await secondPerson(ctx, 'billDifference', facts, row.storeId === null ? null : [row.storeId])
  if (action === 'recheck') {
    if (!agrees) return { state: row.state }
    await finish(ctx, billId)
    ctx.audit({ targetType: 'bill', targetId: billId, after: { action, outNo: row.outNo } })
    return { state: differenceState.agreed }
  }
  if (reason === '') throw badInput('reason', '请填写原因')
  const of = row.storeId ?? storeId
  if (of === undefined) throw badInput('storeId', '请选择入账门店')
  if (!(await store.hasStore(ctx, inSight(ctx, of)))) throw new Refusal('notFound', { field: 'storeId' })
  const { payWay } = await store.storeOfChannel(ctx, bill.channelId)
  await postSettlement(ctx, billSettled(`d${row.id}`, settlement), { storeId: of, way: payWay })
  const state = advance(differenceSteps, 'book', row.state)
  await store.updateDifference(ctx.db, [row.id], {
    state,
    reason,
    storeId: of,
    signedBy,
    clearedAt: ctx.now,
    clearedBy: ctx.accountId,
  })
  await finish(ctx, billId)
  ctx.audit({ targetType: 'bill', targetId: billId, after: { action, outNo: row.outNo, difference: fen, reason } })
  return { state }
}
