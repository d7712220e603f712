import { depositKind } from '@cheyi/domain/deposit/codes'
import { expenseSettle } from '@cheyi/domain/expense/codes'
import { type Slot, slotOf } from '../../form/uploads-field.tsx'
import { useMay } from '../../kernel/user.ts'
import type { Promised } from '../../todo/parts/payback-words.ts'
import type { Flow } from '../parts/flow.ts'
import type { Settlement } from '../parts/handover.ts'
import { isByHand } from '../parts/money/settlement-words.ts'
import type { Paying } from '../parts/money/use-paying.ts'

/** What goes back by hand with the return: the rental deposit that was taken at the counter, given back there, and the rest. Fen. */
export interface HandBack {
  /** What goes back by hand; 0 where nothing does, or a debt has to be decided about first. */
  readonly amount: number
  readonly may: boolean
  /** It was handed over. */
  readonly done: boolean
  readonly set: (done: boolean) => void
  /** Who gives it back later, where it was not handed over. */
  readonly promised: Promised
  readonly promise: (promised: Promised) => void
  readonly vouchers: Slot
  /** Rent and charges that go back by hand, and who pays them. */
  readonly refund: Pick<HandBack, 'amount' | 'promised' | 'promise'>
}

const nobody: Promised = { accountId: null, dueAt: null }

export function useHandBack(flow: Flow, settlement: Settlement | undefined, paying: Paying): HandBack {
  const { settling, setSettling } = flow
  const rental = settlement?.deposits.find(({ kind, byHand }) => kind === depositKind.rental && byHand)
  const taken = paying.method === expenseSettle.deposit ? (rental?.deduct ?? 0) : 0
  // A completion at the card machine ends the authorisation: what is left of it goes back there, and nothing by hand.
  const completed = (paying.machine?.captured ?? 0) > 0
  const goesBack = rental !== undefined && paying.left <= 0 && !completed
  const amount = goesBack ? rental.available - taken + rental.back - rental.moved : 0
  return {
    amount,
    may: useMay('deposit.release'),
    done: amount > 0 && settling.handedBack === true,
    set: (handedBack) => setSettling({ ...settling, handedBack }),
    promised: settling.promised ?? nobody,
    promise: (promised) => setSettling({ ...settling, promised }),
    vouchers: slotOf(paying.uploads, 'hand-back'),
    refund: {
      amount: settlement?.givesBack.filter(isByHand).reduce((sum, part) => sum + part.amount, 0) ?? 0,
      promised: settling.refundPromised ?? nobody,
      promise: (refundPromised) => setSettling({ ...settling, refundPromised }),
    },
  }
}
