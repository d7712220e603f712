import { reduceType } from '@cheyi/domain/order/codes'
import { billed, subsidised } from '@cheyi/domain/payment/ledger'
import type { PriceLine } from '@cheyi/domain/quote/quote'
import type { Columns } from '../kernel/columns.ts'
import type { Context } from '../kernel/context.ts'
import { postAll } from './books.ts'

/** What a bill is made of, as far as the books tell it apart. Fen. */
type BillLine = Pick<PriceLine, 'amount'> & { readonly reduceType: Columns['reduceType'] | null }

/** Bills the lines of a new order: the customer their part, the channel what it subsidises (J1, J3). */
export const billLines = (ctx: Context, orderId: string, lines: readonly BillLine[]): Promise<void> =>
  postShares(ctx, orderId, orderId, sharesOf(lines))

/** Bills what a modification changes, either way (J1, J3). `modificationId`: the row of its history. */
export function rebill(
  ctx: Context,
  orderId: string,
  modificationId: string,
  { voided, lines }: { readonly voided: readonly BillLine[]; readonly lines: readonly BillLine[] },
): Promise<void> {
  const [before, after] = [sharesOf(voided), sharesOf(lines)]
  return postShares(ctx, orderId, modificationId, {
    customer: after.customer - before.customer,
    channel: after.channel - before.channel,
  })
}

/** Who is billed how much. */
interface Shares {
  readonly customer: number
  readonly channel: number
}

function sharesOf(lines: readonly BillLine[]): Shares {
  const sum = (some: readonly BillLine[]) => some.reduce((total, line) => total + line.amount, 0)
  const subsidies = lines.filter((line) => line.reduceType === reduceType.channelSubsidy)
  return { customer: sum(lines), channel: -sum(subsidies) }
}

const postShares = (ctx: Context, orderId: string, itemSetId: string, { customer, channel }: Shares): Promise<void> =>
  postAll(ctx, orderId, [{ entry: billed(itemSetId, customer) }, { entry: subsidised(itemSetId, channel) }])
