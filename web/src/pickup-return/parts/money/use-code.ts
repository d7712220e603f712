import { type PayWay, payKind } from '@cheyi/domain/payment/codes'
import { isSucceeded } from '@cheyi/domain/payment/steps'
import { handoverType } from '@cheyi/domain/pickup-return/codes'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { refusedAs } from '../../../kernel/call/refused.ts'
import { open } from '../../../page/open.ts'
import type { Flow } from '../flow.ts'

/** What a handover comes to, as it is paid before it is confirmed. */
const kinds = { [handoverType.pickup]: payKind.rent, [handoverType.return]: payKind.settlement }

/** Another sum is due by now, or none. */
const isOther = refusedAs('amountWrong', 'alreadyPaid')

/** How it went: `open`, the customer has not paid, and may by another way. */
export type Paid = 'paid' | 'other' | 'open'

export interface Code {
  readonly pending: boolean
  /** Shows the customer a code for so much, fen, until it is paid or given up. */
  readonly take: (fen: number, way: PayWay) => Promise<Paid>
}

/** Has the customer pay a balance by a code. `then`: what the page goes on with once it is paid. */
export function useCode({ task }: Flow, then: string): Code {
  const write = useWrite(calls.payment.collect, { handles: isOther })
  return {
    pending: write.pending,
    async take(fen, way) {
      const { orderId } = task.order
      const link = await write.run({ orderId, payKind: kinds[task.type], amount: fen, payWay: way })
      const why = write.why()
      if (link === null) return why && isOther(why) ? 'other' : 'open'
      if (isSucceeded(link.status)) return 'paid'
      const asked = { orderId, paymentId: link.paymentId, payWay: way, amount: fen, then }
      return (await open(() => import('../../../payment/parts/pay-code-sheet.tsx'), asked)) ? 'paid' : 'open'
    },
  }
}
