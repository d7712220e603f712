/*
 * What other rooms ask of renewals.
 */

export { termExtensions } from './term.ts'
export { lapseOpen, refuseOpen } from './waiting.ts'
