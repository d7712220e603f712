import { orderItemType, reduceType } from '@cheyi/domain/booking/order/codes'
import { billingEntry, subsidyEntry } from '@cheyi/domain/money/payment/ledger'
import type { PriceLine } from '@cheyi/domain/pricing/quote/quote'
import type { Context } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { type Posting, postNew } from './books.ts'

/** The fields of a bill line that decide its ledger accounts. Fen. */
type BillLine = Pick<PriceLine, 'amount'> & { readonly reduceType: Columns['reduceType'] | null }

/** Queues the bill of a new order's lines: the customer is billed their part, the channel its subsidy (J1, J3). */
export const billLines = (ctx: Context, orderId: string, lines: readonly BillLine[]): void =>
  postNew(ctx, orderId, entriesOf(orderId, sharesOf(lines)))

/** The money columns of a new order, equal to what `refreshMoney` computes once its lines are billed: nothing is paid yet. */
export const moneyOfNew = (lines: readonly (BillLine & Pick<PriceLine, 'itemType'>)[]) => ({
  totalFen: lines.reduce((sum, line) => (line.itemType === orderItemType.deposit ? sum : sum + line.amount), 0),
  owedFen: sharesOf(lines).customer,
})

/**
 * Queues the ledger entries for a modification that raises or lowers a bill (J1, J3). `modificationId` is its history row, created in
 * this transaction.
 */
export function rebill(
  ctx: Context,
  orderId: string,
  modificationId: string,
  { voided, lines }: { readonly voided: readonly BillLine[]; readonly lines: readonly BillLine[] },
): void {
  const [before, after] = [sharesOf(voided), sharesOf(lines)]
  const change = { customer: after.customer - before.customer, channel: after.channel - before.channel }
  postNew(ctx, orderId, entriesOf(modificationId, change))
}

/** Billed amounts by debtor, fen. */
interface Shares {
  readonly customer: number
  readonly channel: number
}

function sharesOf(lines: readonly BillLine[]): Shares {
  const sum = (some: readonly BillLine[]) => some.reduce((total, line) => total + line.amount, 0)
  const subsidies = lines.filter((line) => line.reduceType === reduceType.channelSubsidy)
  return { customer: sum(lines), channel: -sum(subsidies) }
}

const entriesOf = (itemSetId: string, { customer, channel }: Shares): Posting[] => [
  billingEntry(itemSetId, customer),
  subsidyEntry(itemSetId, channel),
]
