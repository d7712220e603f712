import { orderKind, pickupType, returnType, source } from '@cheyi/domain/booking/order/codes'
import type { TakenOrder } from '@cheyi/domain/booking/order/import/plan'
import { takenOverPrice } from '@cheyi/domain/booking/order/import/price'
import type { OrderRow } from '@cheyi/domain/booking/order/import/row'
import { depositKind, depositMode } from '@cheyi/domain/money/deposit/codes'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { depositLines } from '@cheyi/domain/pricing/quote/lines/deposits'
import type { DepositTerms, Trip } from '@cheyi/domain/pricing/quote/trip'
import { logOrder, readOrder } from '../../../booking/order/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { receiveDeposit } from '../../../money/deposit/actions.ts'
import { receive } from '../../../money/payment/actions.ts'
import { depositTerms, keepQuote, loadRules, priceInput } from '../../../pricing/quote/actions.ts'
import { create } from '../create/actions.ts'

/**
 * Books an order of another system by the booking of the counter: at the price that was agreed there, with what was taken there. That money
 * is received as 其他, because it lies in no till of this product; nobody is told of the order.
 * @throws Refusal as `create`, e.g. noVehicleLeft (3101), vehicleTaken; forbidden (-3) for money without the permission to collect it;
 *   payWayClosed (4008) for a deposit where the merchant does not accept 其他
 */
export async function takeOver(ctx: Context, taken: TakenOrder): Promise<void> {
  const { row, vehicleId } = taken
  const { orderId } = await create(
    {
      submit: true,
      orderKind: orderKind.short,
      quoteId: await agreedQuote(ctx, taken),
      expectTotal: row.total,
      contactName: row.name,
      contactPhone: row.mobile,
      channelOrderNo: row.orderNo,
      payMode: payMode.offlineIn,
      autoConfirm: true,
      ...(vehicleId !== null && { vehicleId }),
      ...(row.remark !== '' && { remark: row.remark }),
    },
    ctx,
    { takenOver: true },
  )
  await receiveTaken(ctx, orderId, row)
}

async function receiveTaken(ctx: Context, orderId: string, { paid, ...deposits }: OrderRow): Promise<void> {
  const slip = { payWay: payWay.other, voucherIds: [] }
  if (paid > 0) {
    ctx.require('order.payment')
    logOrder(ctx, await readOrder(ctx, orderId), { action: 'collect', detail: { amount: paid } })
    await receive(ctx, orderId, { ...slip, payKind: payKind.rent, amount: paid, refType: 'order' })
  }
  for (const [kind, amount] of depositsOf(deposits)) {
    ctx.require('deposit.collect')
    await receiveDeposit(ctx, await readOrder(ctx, orderId), kind, { ...slip, amount })
  }
}

/** The deposits that the other system holds, by kind. */
const depositsOf = ({ rentalDeposit, violationDeposit }: Pick<OrderRow, 'rentalDeposit' | 'violationDeposit'>) =>
  (
    [
      [depositKind.rental, rentalDeposit],
      [depositKind.violation, violationDeposit],
    ] as const
  ).filter(([, amount]) => amount > 0)

async function agreedQuote(ctx: Context, { row, storeId, returnStoreId, modelId }: TakenOrder): Promise<string> {
  const { pickupAt, returnAt, total } = row
  const trip: Trip & { readonly returnStoreId: string } = {
    ...{ storeId, returnStoreId, modelId, pickupAt, returnAt },
    source: source.offline,
    pickupType: pickupType.store,
    returnType: returnType.store,
  }
  const loaded = await loadRules(ctx, { ...trip, modelIds: [modelId] })
  const input = await priceInput(ctx, trip, loaded, 'estimate')
  const ours = depositTerms(loaded, trip, { deposits: depositLines(loaded.of(modelId), input) })
  const snapshot = takenOverPrice(input, loaded.settings, total)
  const { quoteId } = await keepQuote(ctx, {
    inputs: { trip, deposits: withTaken(ours, row), prepay: null },
    snapshot,
    total: snapshot.total,
  })
  return quoteId
}

/** The deposits of the merchant's policy, with the amounts that were agreed in the other system. */
function withTaken({ rows, modes, ...terms }: DepositTerms, row: OrderRow): DepositTerms {
  const taken = depositsOf(row)
  const others = rows.filter((one) => !taken.some(([kind]) => kind === one.kind))
  return {
    ...terms,
    rows: [...others, ...taken.map(([kind, amount]) => ({ kind, amount }))].toSorted((a, b) => a.kind - b.kind),
    modes: taken.length === 0 || modes.includes(depositMode.offline) ? modes : [...modes, depositMode.offline],
  }
}
