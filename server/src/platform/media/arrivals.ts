import type { Context } from '../../kernel/context.ts'

/** A file that a record of an order named before it was there. */
interface Arrival {
  readonly mediaId: string
  readonly biz: string
  readonly bizId: string
  readonly orderId: string
}
type Tell = (ctx: Context, file: Arrival) => void | Promise<void>

const listeners: Tell[] = []

/** Is told, in the transaction that completes it, of each file that a record of an order waits for. */
export const whenArrived = (tell: Tell): void => void listeners.push(tell)

export async function tellArrived(ctx: Context, file: Arrival): Promise<void> {
  for (const tell of listeners) await tell(ctx, file)
}
