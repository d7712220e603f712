/*
 * What other rooms ask of renewals.
 */

export { termExtensions } from './term.ts'
export { lapseOpen, openRenewal, refuseOpen } from './waiting.ts'
