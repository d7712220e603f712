import type { Context } from '../../kernel/context.ts'

/** A file that a record of an order named before its upload was complete. */
interface Arrival {
  readonly mediaId: string
  readonly biz: string
  readonly bizId: string
  readonly orderId: string
}
type Tell = (ctx: Context, file: Arrival) => void | Promise<void>

const listeners: Tell[] = []

/** Registers a listener for completed files that a record of an order already names; it runs in the transaction that completes the file. */
export const whenArrived = (tell: Tell): void => void listeners.push(tell)

export async function tellArrived(ctx: Context, file: Arrival): Promise<void> {
  for (const tell of listeners) await tell(ctx, file)
}
