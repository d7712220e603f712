import { type PayWay, payKind, payKinds } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { refusedAs } from '../../../../kernel/call/refused.ts'
import { useCodes } from '../../../../money/payment/parts/taking/use-codes.ts'
import type { Flow } from '../flow.ts'

/** Payment kind of the balance of a handover, which is paid before the confirmation. */
const kinds = { [handoverType.pickup]: payKind.rent, [handoverType.return]: payKind.settlement }

/** The amount due has changed, or nothing is due. */
const isOther = refusedAs('amountWrong', 'alreadyPaid')

/** Result: `other`, the amount due has changed; `open`, the customer has not paid and may use another way. */
export type Paid = 'paid' | 'other' | 'open'

export interface Code {
  readonly pending: boolean
  /** Shows the customer a code for this amount (fen) until it is paid or cancelled. */
  readonly take: (fen: number, way: PayWay) => Promise<Paid>
}

/** Lets the customer pay a balance by a code. `then`: what the page continues with after the payment. */
export function useCode({ task }: Flow, then: string): Code {
  const codes = useCodes(task.order.orderId, { handles: isOther, then })
  return {
    pending: codes.pending,
    async take(fen, way) {
      const kind = kinds[task.type]
      const came = await codes.show(way, [{ payKind: kind, amount: fen, name: payKinds.text(kind) }])
      if (came !== 'refused') return came
      const why = codes.why()
      return why && isOther(why) ? 'other' : 'open'
    },
  }
}
