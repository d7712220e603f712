import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { authHoldStatus, typedExpiry } from '@cheyi/domain/money/deposit/hold'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { wayClosed } from '@cheyi/domain/platform/merchant/pay-setting'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { DAY, startOfDate } from '@cheyi/domain/time'
import type { OrderRow } from '../../booking/order/actions.ts'
import { type Context, newId } from '../../kernel/context.ts'
import { payTermsOf } from '../../platform/merchant/actions.ts'
import { prove, refreshSettlement } from '../payment/actions.ts'
import { coverDeposit, goesBack } from './cover.ts'
import * as holds from './hold-store.ts'
import type { Taking } from './requested.ts'
import type * as store from './store.ts'

type Input = ParsedOf<typeof contract.deposit.pay>

/**
 * Records an authorization that a clerk took at the card machine and types from its slip: the deposit is held; no money moved, so
 * nothing is posted (J14).
 * @throws Refusal badInput (-2) for missing data of the slip, a slip that holds another deposit, or two deposits at once; payWayClosed
 * (4008), amountWrong (4002)
 */
export async function authoriseByMachine(
  ctx: Context,
  order: OrderRow,
  { row, fen, cover, toFen }: Taking,
  input: Input,
): Promise<store.DepositRow> {
  const terms = await payTermsOf(ctx, order.storeId)
  if (!terms.ways.includes(payWay.pos)) throw wayClosed(payWay.pos, terms)
  const { authNo, cardTail, authEndOn } = input
  if (!authNo) throw badInput('authNo', '请填写预授权码')
  if (!cardTail) throw badInput('cardTail', '请填写卡号后四位')
  if (input.amount !== fen) throw new Refusal('amountWrong')
  const other = await holds.orderOfSlip(ctx.db, { authNo, cardTail })
  if (other !== undefined) throw badInput('authNo', `该预授权已登记在订单${other.orderNo}`)

  const endOfDay = authEndOn === undefined ? undefined : startOfDate(authEndOn) + DAY
  const id = await newId(ctx)
  const before = await goesBack(ctx, row, cover)
  await holds.insert(ctx.db, {
    id,
    orderId: order.id,
    depositId: row.id,
    payWay: payWay.pos,
    status: authHoldStatus.held,
    amountFen: fen,
    authNo,
    cardTail,
    expireAt: typedExpiry(payWay.pos, endOfDay, ctx.now),
    voucherIds: [...(input.voucherIds ?? [])],
  })
  await prove(ctx, { voucherIds: input.voucherIds ?? [] }, { recordId: id, orderId: order.id })
  const got = { fen, by: 'frozen', payWay: payWay.pos, authNo } as const
  const changed = await coverDeposit(ctx, order, row, got, { cover, toFen, before })
  await refreshSettlement(ctx, order.id)
  return changed
}
