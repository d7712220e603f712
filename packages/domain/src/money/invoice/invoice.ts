import { type CodeOf, enumeration } from '../../enumeration.ts'
import { machine } from '../../step.ts'
import { type ReceivedFen, receivedFen } from '../debt/paid.ts'

/* 发票登记: an invoice is requested, issued, and cancelled by a red (negative) invoice. Its orders and amounts never change. */

export const invoiceStatuses = enumeration({
  waiting: [0, '待开'],
  issued: [1, '已开'],
  reversed: [2, '已红冲'],
  withdrawn: [3, '已撤销'],
})
export const invoiceKinds = enumeration({ usual: [1, '普通发票'], special: [2, '专用发票'] })
export const invoiceKind = invoiceKinds.code
export type InvoiceKind = CodeOf<typeof invoiceKinds>
/** Only a special invoice lets the buyer deduct its tax, so that it names the buyer by tax number. */
export const needsTaxNo = (kind: number): boolean => kind === invoiceKind.special

export const invoiceStatus = invoiceStatuses.code
export type InvoiceStatus = CodeOf<typeof invoiceStatuses>
const s = invoiceStatus

export const invoiceSteps = machine(invoiceStatuses, {
  entry: [s.waiting],
  final: [s.reversed, s.withdrawn],
  refusal: 'stale',
  steps: {
    issue: { from: [s.waiting], to: s.issued, by: 'data.money' },
    withdraw: { from: [s.waiting], to: s.withdrawn, by: 'order.payment' },
    /** Always reversed in full; what is still due is registered as another invoice. */
    reverse: { from: [s.issued], to: s.reversed, by: 'data.money' },
  },
})

/** Statuses in which an invoice counts against the payments of its orders. */
export const standingInvoices: readonly InvoiceStatus[] = [s.waiting, s.issued]
export const awaitsNumber = (status: number): boolean => status === s.waiting
export const isIssued = (status: number): boolean => status === s.issued

/**
 * What may still be invoiced of an order, fen: its payments less the credit that is to be refunded; never below 0.
 * `invoicedFen`: its valid invoices; `owedFen`: negative is credit.
 */
export const invoiceable = (f: ReceivedFen & { readonly owedFen: number; readonly invoicedFen: number }): number =>
  Math.max(0, receivedFen(f) + Math.min(0, f.owedFen) - f.invoicedFen)
