import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

export type Movement = OutputOf<typeof calls.payment.flowList>['list'][number]

/** Signed amount in fen: positive for money received, negative for money paid out. */
export const signedFen = ({ direction, amount }: Movement): number => (direction === 'in' ? amount : -amount)

/** The cashier; without one the customer paid without staff. */
export const cashierText = ({ cashierName }: Movement): string => cashierName ?? '客户自助'
