import { invoiceColumns as titles } from '@cheyi/domain/money/invoice/columns'
import { invoiceStatuses, isIssued } from '@cheyi/domain/money/invoice/invoice'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import type { Tone } from '../../../ui/show/tag.tsx'

type Invoice = OutputOf<typeof calls.invoice.list>['list'][number]

/** Status of an invoice; a missing red (reversing) invoice takes precedence. */
export const invoiceMark = ({ status, redDue }: Pick<Invoice, 'status' | 'redDue'>): { text: string; tone: Tone } =>
  redDue
    ? { text: '待红冲', tone: 'danger' }
    : { text: invoiceStatuses.text(status), tone: isIssued(status) ? 'success' : 'neutral' }

export const invoiceColumns: readonly ListColumn<Invoice, keyof typeof titles>[] = [
  { key: 'title', title: titles.title, kind: 'text', width: 220, card: 'title', of: ({ title }) => title },
  { key: 'status', title: titles.status, kind: 'tag', width: 84, of: (item) => [invoiceMark(item)] },
  { key: 'number', title: titles.number, kind: 'text', width: 176, card: 'plate', of: ({ number }) => number },
  {
    key: 'orders',
    title: titles.orders,
    kind: 'text',
    width: 124,
    card: 'plate',
    of: ({ orderNos }) => (orderNos.length > 1 ? `${orderNos.length} 个订单` : orderNos[0]),
  },
  { key: 'at', title: titles.at, kind: 'time', of: ({ at }) => at },
  { key: 'who', title: titles.who, kind: 'person', of: ({ operatorName }) => operatorName },
  { key: 'tax', title: titles.tax, kind: 'money', card: 'none', extra: true, of: ({ tax }) => tax || null },
  { key: 'amount', title: titles.amount, kind: 'money', of: ({ amount }) => amount },
]
