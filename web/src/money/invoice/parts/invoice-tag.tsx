import { type InvoiceStatus, invoiceStatuses, isIssued } from '@cheyi/domain/money/invoice/invoice'
import { Tag } from '../../../ui/show/tag.tsx'

/** Status of an invoice; a missing red (reversing) invoice takes precedence. */
export const InvoiceTag = ({ status, redDue }: { readonly status: InvoiceStatus; readonly redDue: boolean }) =>
  redDue ? (
    <Tag tone="danger">待红冲</Tag>
  ) : (
    <Tag tone={isIssued(status) ? 'success' : 'neutral'}>{invoiceStatuses.text(status)}</Tag>
  )
