/*
 * What other rooms may ask of invoices.
 */

export { redDue as redInvoicesDue } from './store.ts'
