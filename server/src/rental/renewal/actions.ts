/* Actions of renewals for other features. */

export { termExtensions } from './term.ts'
export { lapseOpen, openRenewal, refuseOpen } from './waiting.ts'
