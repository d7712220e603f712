import { type PayWay, payKind, payKinds } from '@cheyi/domain/money/payment/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { refusedAs } from '../../../../kernel/call/refused.ts'
import { useCodes } from '../../../../money/payment/parts/taking/use-codes.ts'
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
