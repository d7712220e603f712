import { type PayeeKind, payeeKind } from '@cheyi/domain/money/payable/codes'
import { flowKind, type PayWay, payWay } from '@cheyi/domain/money/payment/codes'
import { type Account, account, payableBillEntry, payablePaymentEntry } from '@cheyi/domain/money/payment/ledger'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import { holdOpenFrom } from '../../fleet/cost/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { postSettlement } from '../payment/actions.ts'

/** The account of what a payee bills: a platform its commission, everybody else a cost of cars. */
export const costOf = (kind: PayeeKind): Account =>
  kind === payeeKind.platform ? account.channelCommission : account.carCost

/** The day on which a bill is booked: its own, or today where its month is closed. Closing a month waits until the transaction ends. */
export async function bookingDay(ctx: Context, billedOn: LocalDate): Promise<LocalDate> {
  const openFrom = await holdOpenFrom(ctx)
  return openFrom === null || billedOn >= openFrom ? billedOn : localDate(ctx.now)
}

/** Posts a bill (J26). `fen`: less what was booked of it when its month was closed. */
export const postBill = (
  ctx: Context,
  billId: string,
  { fen, kind, bookedOn }: { readonly fen: number; readonly kind: PayeeKind; readonly bookedOn: LocalDate },
) =>
  postSettlement(ctx, payableBillEntry(billId, fen, costOf(kind)), {
    storeId: null,
    way: payWay.bank,
    postedOn: bookedOn,
  })

/** Posts a payment of a bill (J26). */
export const postPayment = (ctx: Context, paymentId: string, fen: number, way: PayWay) =>
  postSettlement(ctx, payablePaymentEntry(paymentId, fen, way), {
    storeId: null,
    way,
    kind: flowKind.payable,
    cashierId: ctx.accountId,
  })
