import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { formatAmount } from '@cheyi/domain/money'
import { standingClaim } from '@cheyi/domain/money/claim/claim'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { payMode } from '@cheyi/domain/money/payment/codes'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { damageSteps, isCollecting, isOpenDamage } from '@cheyi/domain/rental/damage/claim'
import { lockOrder, logOrder, type OrderRow } from '../../booking/order/actions.ts'
import { type Context, type HandlerOf, newId, requireFound } from '../../kernel/context.ts'
import { type ClaimMoney, claimMoney, claimOf, claimsOf, refundableOf } from '../../money/claim/actions.ts'
import { refundClaim } from '../../money/claim/steps/actions.ts'
import { depositsOf, depositView, releaseDeposit } from '../../money/deposit/actions.ts'
import { refreshSettlement } from '../../money/payment/actions.ts'
import { payBackClaim } from './pay-back.ts'
import { nameOf } from './row.ts'
import * as store from './store.ts'

type Input = ParsedOf<typeof contract.damage.refund>
type Output = OutputOf<typeof contract.damage.refund>

/**
 * Refunds the collected amount of a case, or a part of it. The claim is reduced (J17), and the money returns into the
 * deposit from which it was deducted while that is held, otherwise it is refunded to the receipts of the order or by hand. A
 * debt of the order is deducted first. Without a case the rental deposit is released.
 * @throws Refusal beyondRefundable (4010), damageClosed (8103), openCasesBlock (4011), amountWrong (4002)
 */
export const refund: HandlerOf<'damage', 'refund'> = async (input, ctx) => {
  const voucherIds = input.voucherIds ?? []
  if (input.payMode === payMode.offlineOut && voucherIds.length === 0) throw badInput('voucherIds', '请上传退款凭证')
  if (input.damageId === undefined) return releaseRental(input, ctx)
  const { orderId } = requireFound(await store.byId(ctx.db, input.damageId))
  const order = await lockOrder(ctx, orderId)
  const row = requireFound(await store.byId(ctx.db, input.damageId))
  const { amount, reason } = input
  const [[claim], money] = await Promise.all([claimsOf(ctx, [row.id]), claimMoney(ctx, order.id)])
  const most = refundableOfCase({ ...claim!, status: row.status }, money)
  const left = standingClaim(claimOf(claim!)) - amount
  const status = advance(damageSteps, 'refund', row.status, { left, wasDone: !isOpenDamage(row.status) })
  if (amount > most) throw new Refusal('beyondRefundable', { field: 'amount', n: formatAmount(most) })
  const refundId = await newId(ctx)
  await store.update(ctx.db, row, { status })
  await refundClaim(ctx, order, row.id, { fen: amount, refundId })
  await refreshSettlement(ctx, order.id)
  const by = input.payMode === payMode.offlineOut ? { voucherIds, payWay: input.payWay, slipNo: input.slipNo } : null
  const paidOut = await payBackClaim(ctx, order, row.id, { fen: amount, refundId, by })
  const detail = { amount, reason }
  logOrder(ctx, order, { action: 'refundDamage', detail })
  ctx.audit({ targetType: 'order', targetId: order.id, after: { damage: row.id, refunded: nameOf(row), ...detail } })
  return { paidOut, deposit: await rentalOf(ctx, order) }
}

/** The refundable amount of a case, fen. */
export const refundableOfCase = (
  row: Parameters<typeof refundableOf>[0] & Pick<store.DamageRow, 'status'>,
  money: ClaimMoney,
): number =>
  refundableOf(row, isOpenDamage(row.status) ? (isCollecting(row.status) ? 'collecting' : 'nothing') : 'met', money)

async function releaseRental(
  { orderId = '', amount, voucherIds, payWay, slipNo }: Input,
  ctx: Context,
): Promise<Output> {
  ctx.require('deposit.release')
  const { deposit } = await releaseDeposit(
    { orderId, kind: depositKind.rental, amount, voucherIds, payWay, slipNo },
    ctx,
  )
  return { paidOut: amount, deposit }
}

async function rentalOf(ctx: Context, order: OrderRow): Promise<Output['deposit']> {
  const row = (await depositsOf(ctx, order.id)).find(({ kind }) => kind === depositKind.rental)
  return row === undefined ? null : depositView(row)
}
