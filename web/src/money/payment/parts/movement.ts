import type { calls, OutputOf } from '../../../kernel/call/calls.ts'

/** A movement of money. */
export type Movement = OutputOf<typeof calls.payment.flowList>['list'][number]

/** Came in above zero, went out below. */
export const signedFen = ({ direction, amount }: Movement): number => (direction === 'in' ? amount : -amount)

/** Who took or paid it; by themselves customers did. */
export const movedBy = ({ cashierName }: Movement): string => cashierName ?? '客户自助'
