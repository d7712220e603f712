/* Actions of renewals for other features. */

export { renewals } from './handlers.ts'
export { termExtensions } from './term.ts'
export { lapseOpen, openRenewal, openRenewalRow, refuseOpen } from './waiting.ts'
