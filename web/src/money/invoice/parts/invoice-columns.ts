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

export const invoiceColumns: readonly ListColumn<Invoice>[] = [
  { key: 'title', title: '抬头', kind: 'text', width: 220, card: 'title', of: ({ title }) => title },
  { key: 'status', title: '状态', kind: 'tag', width: 84, of: (item) => [invoiceMark(item)] },
  { key: 'number', title: '发票号码', kind: 'text', width: 176, card: 'plate', of: ({ number }) => number },
  {
    key: 'orders',
    title: '订单',
    kind: 'text',
    width: 124,
    card: 'plate',
    of: ({ orderNos }) => (orderNos.length > 1 ? `${orderNos.length} 个订单` : orderNos[0]),
  },
  { key: 'at', title: '登记时间', kind: 'time', of: ({ at }) => at },
  { key: 'who', title: '经办人', kind: 'person', of: ({ operatorName }) => operatorName },
  { key: 'tax', title: '税额', kind: 'money', card: 'none', extra: true, of: ({ tax }) => tax || null },
  { key: 'fen', title: '金额', kind: 'money', of: ({ amount }) => amount },
]
