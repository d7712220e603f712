import { type InvoiceStatus, invoiceStatuses, isIssued } from '@cheyi/domain/money/invoice/invoice'
import { Tag, type Tone } from '../../../ui/show/tag.tsx'

interface Marked {
  readonly status: InvoiceStatus
  readonly redDue: boolean
}

/** Status of an invoice; a missing red (reversing) invoice takes precedence. */
export const invoiceMark = ({ status, redDue }: Marked): { readonly text: string; readonly tone: Tone } =>
  redDue
    ? { text: '待红冲', tone: 'danger' }
    : { text: invoiceStatuses.text(status), tone: isIssued(status) ? 'success' : 'neutral' }

export function InvoiceTag(of: Marked) {
  const { text, tone } = invoiceMark(of)
  return <Tag tone={tone}>{text}</Tag>
}
