/* Requests of invoices, for the endpoints of other features. */

export { save as requestInvoice } from './save.ts'
export { invoicedOrders, ofOrders as invoicesOf } from './store.ts'
