/* Actions of renewals for other features. */

export { renewals } from './handlers.ts'
export { termExtensions } from './term.ts'
export { findOpenRenewal, lapseOpen, openRenewal, refuseOpen } from './waiting.ts'
