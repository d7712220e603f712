/* What other features may know of the tax. */

export { type TaxPayment, taxPayments } from './expected.ts'
