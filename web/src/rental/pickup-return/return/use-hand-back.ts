import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { expenseSettle } from '@cheyi/domain/money/expense/codes'
import type { PayWay } from '@cheyi/domain/money/payment/codes'
import { isPaidByHand } from '@cheyi/domain/money/payment/give-back'
import { slotOf } from '../../../form/uploads-field.tsx'
import { useMay } from '../../../kernel/user.ts'
import { usePaidBack } from '../../../money/payment/parts/use-paid-back.ts'
import type { Promised } from '../../../platform/todo/parts/refund-task-words.ts'
import type { Flow } from '../parts/flow.ts'
import type { Paying } from '../parts/money/use-paying.ts'
import type { Settlement } from '../parts/types.ts'

/** The rest of a rental deposit that is released by itself once the car is back, fen; 0 where a debt must be decided first. */
function freeDeposit({ deposits, violations }: Settlement, { method, machine, left }: Paying): number {
  const rental = deposits.find(({ kind, byHand }) => kind === depositKind.rental && !byHand)
  if (rental === undefined || left > 0) return 0
  const taken = method === expenseSettle.deposit ? rental.deduct + (machine?.captured ?? 0) : 0
  return Math.max(0, rental.available - taken + rental.back - rental.moved - violations)
}

const nobody: Promised = { accountId: null, dueAt: null }

export type HandBack = ReturnType<typeof useHandBack>

/** Manual refunds with the return: the rental deposit that was taken at the counter, and the rest. Fen. */
export function useHandBack(flow: Flow, settlement: Settlement | undefined, paying: Paying) {
  const { settling, setSettling } = flow
  const rental = settlement?.deposits.find(({ kind, byHand }) => kind === depositKind.rental && byHand)
  const taken = paying.method === expenseSettle.deposit ? (rental?.deduct ?? 0) : 0
  // A capture at the card machine ends the authorisation: its rest is released there, and nothing is refunded manually.
  const completed = (paying.machine?.captured ?? 0) > 0
  const goesBack = rental !== undefined && paying.left <= 0 && !completed
  const left = goesBack ? rental.available - taken + rental.back - rental.moved : 0
  // Owed violation costs are held back like any other debt.
  const amount = Math.max(0, left - (settlement?.violations ?? 0))
  const byItself =
    settlement?.givesBack.reduce(
      (sum, part) => sum + (part.to === 'receipt' && !isPaidByHand(part) ? part.amount : 0),
      freeDeposit(settlement, paying),
    ) ?? 0
  const { ways } = usePaidBack({ storeId: flow.task.order.storeId, came: rental?.payWay ?? null })
  return {
    /** Amount of the manual refund; 0 where there is none, or where a debt must be decided first. */
    amount,
    /** What goes back by itself to where it came from. */
    byItself,
    may: useMay('deposit.release'),
    /** It was handed to the customer. */
    done: amount > 0 && settling.handedBack === true,
    set: (handedBack: boolean) => setSettling({ ...settling, handedBack }),
    /** The possible ways of that refund, and the chosen one. */
    ways,
    way: settling.handedBackBy ?? rental?.payWay ?? undefined,
    chooseWay: (handedBackBy: PayWay) => setSettling({ ...settling, handedBackBy }),
    /** Who refunds it later, where it was not handed over. */
    promised: settling.promised ?? nobody,
    promise: (promised: Promised) => setSettling({ ...settling, promised }),
    vouchers: slotOf(paying.uploads, 'hand-back'),
    /** Manual refunds of rent and charges, and who pays them. */
    refund: {
      amount: settlement?.givesBack.filter(isPaidByHand).reduce((sum, part) => sum + part.amount, 0) ?? 0,
      promised: settling.refundPromised ?? nobody,
      promise: (refundPromised: Promised) => setSettling({ ...settling, refundPromised }),
    },
  }
}
