/* The operations on invoices that other features may use. */

export { redDue as redInvoicesDue } from './store.ts'
