import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { expenseSettle } from '@cheyi/domain/money/expense/codes'
import type { PayWay } from '@cheyi/domain/money/payment/codes'
import { isPaidByHand } from '@cheyi/domain/money/payment/give-back'
import { slotOf } from '../../../form/uploads-field.tsx'
import { useMay } from '../../../kernel/user.ts'
import { usePaidBack } from '../../../money/payment/parts/use-paid-back.ts'
import type { Promised } from '../../../platform/todo/parts/payback-words.ts'
import type { Flow } from '../parts/flow.ts'
import type { Settlement } from '../parts/handover.ts'
import type { Paying } from '../parts/money/use-paying.ts'

const nobody: Promised = { accountId: null, dueAt: null }

export type HandBack = ReturnType<typeof useHandBack>

/** What goes back by hand with the return: the rental deposit that was taken at the counter, given back there, and the rest. Fen. */
export function useHandBack(flow: Flow, settlement: Settlement | undefined, paying: Paying) {
  const { settling, setSettling } = flow
  const rental = settlement?.deposits.find(({ kind, byHand }) => kind === depositKind.rental && byHand)
  const taken = paying.method === expenseSettle.deposit ? (rental?.deduct ?? 0) : 0
  // A completion at the card machine ends the authorisation: what is left of it goes back there, and nothing by hand.
  const completed = (paying.machine?.captured ?? 0) > 0
  const goesBack = rental !== undefined && paying.left <= 0 && !completed
  const left = goesBack ? rental.available - taken + rental.back - rental.moved : 0
  // Violations that are still owed keep as much of it as any debt.
  const amount = Math.max(0, left - (settlement?.violations ?? 0))
  const { ways } = usePaidBack({ storeId: flow.task.order.storeId, came: rental?.payWay ?? null })
  return {
    /** What goes back by hand; 0 where nothing does, or a debt has to be decided about first. */
    amount,
    may: useMay('deposit.release'),
    /** It was handed over. */
    done: amount > 0 && settling.handedBack === true,
    set: (handedBack: boolean) => setSettling({ ...settling, handedBack }),
    /** By which ways it may have gone, and by which it did. */
    ways,
    way: settling.handedBackBy ?? rental?.payWay ?? undefined,
    chooseWay: (handedBackBy: PayWay) => setSettling({ ...settling, handedBackBy }),
    /** Who gives it back later, where it was not handed over. */
    promised: settling.promised ?? nobody,
    promise: (promised: Promised) => setSettling({ ...settling, promised }),
    vouchers: slotOf(paying.uploads, 'hand-back'),
    /** Rent and charges that go back by hand, and who pays them. */
    refund: {
      amount: settlement?.givesBack.filter(isPaidByHand).reduce((sum, part) => sum + part.amount, 0) ?? 0,
      promised: settling.refundPromised ?? nobody,
      promise: (refundPromised: Promised) => setSettling({ ...settling, refundPromised }),
    },
  }
}
