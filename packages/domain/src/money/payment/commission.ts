import { mulDiv, WHOLE_BP } from '../../pricing/quote/money.ts'

/** The commission of the platform that sold an order: its share, by the contract at the booking, of what the order has earned. Fen. */
export const commissionOf = ({ commissionBp }: { readonly commissionBp: number }, earnedFen: number): number =>
  mulDiv(earnedFen, commissionBp, WHOLE_BP)
