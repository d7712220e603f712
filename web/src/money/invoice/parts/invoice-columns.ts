import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { open } from '../../../page/open.ts'
import { invoiceMark } from './invoice-tag.tsx'

type Invoice = OutputOf<typeof calls.invoice.list>['list'][number]

export const openInvoice = ({ id }: Invoice) => void open(() => import('./invoice-sheet.tsx'), { id })

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
