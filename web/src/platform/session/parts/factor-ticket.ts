import type { CallFailure } from '../../../kernel/call/failure.ts'

const SECOND_FACTOR_NEEDED = 1010

/** The ticket that is sent with the second factor; null if the sign-in failed for another reason. */
export const factorTicketOf = (failure: CallFailure): string | null =>
  failure.kind === 'refused' && failure.code === SECOND_FACTOR_NEEDED
    ? (failure.data as { ticket: string }).ticket
    : null
