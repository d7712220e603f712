import { accountName, journals } from '@cheyi/domain/money/payment/accounts'
import { formatDateTime } from '@cheyi/domain/time'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { usePatch } from '../../../kernel/page/pages.tsx'
import { useReach } from '../../../kernel/page/reach.ts'
import { ListTable, type TableColumn, type TableProps, totalWords } from '../../../page/list/list-table.tsx'
import { useColumns } from '../../../page/list/use-table.ts'
import { Text } from '../../../ui/layout.tsx'
import { yuan } from '../../../ui/show/money.tsx'

type Page = OutputOf<typeof calls.payment.entries>
type Entry = Page['list'][number]

/** Ledger entries as a table; a row opens its voucher. */
export default function EntryTable({ of, first }: TableProps<Page>) {
  const patch = usePatch()
  const reach = useReach()
  const openVoucher = ({ txnId }: Entry) => patch({ keyword: txnId })
  const orderOf = ({ orderId, orderKind, orderNo }: Entry) => {
    const place = orderLink(reach, { orderId, orderKind })
    return place === undefined ? (
      orderNo
    ) : (
      <Text as="a" ink="link" {...place}>
        {orderNo}
      </Text>
    )
  }
  const columns: readonly TableColumn<Entry>[] = [
    { key: 'day', title: '日期', width: 92, first: true, cell: ({ day }) => day },
    {
      key: 'txnId',
      title: '凭证号',
      width: 76,
      first: true,
      cell: (entry) => (
        <Text as="button" type="button" className="row-link" onClick={() => openVoucher(entry)}>
          {entry.txnId}
        </Text>
      ),
    },
    { key: 'journal', title: '凭证类型', width: 100, first: true, cell: ({ journal }) => journals.text(journal) },
    { key: 'account', title: '科目', width: 100, first: true, cell: ({ account }) => accountName(account) },
    { key: 'debit', title: '借方', width: 92, first: true, end: true, cell: ({ debit }) => debit > 0 && yuan(debit) },
    {
      key: 'credit',
      title: '贷方',
      width: 92,
      first: true,
      end: true,
      cell: ({ credit }) => credit > 0 && yuan(credit),
    },
    {
      key: 'against',
      title: '对方科目',
      width: 132,
      first: true,
      cell: ({ against }) => against.map(accountName).join('、'),
    },
    { key: 'memo', title: '摘要', width: 132, cell: ({ memo }) => memo },
    { key: 'order', title: '订单号', width: 124, first: true, cell: orderOf },
    { key: 'customer', title: '客户', width: 76, first: true, cell: ({ contactName }) => contactName },
    { key: 'store', title: '门店', width: 100, first: true, cell: ({ storeName }) => storeName },
    { key: 'who', title: '经手人', width: 76, cell: ({ operatorName }) => operatorName || '系统' },
    { key: 'at', title: '记账时间', width: 124, cell: ({ at }) => formatDateTime(at) },
  ]
  return (
    <ListTable of={of} look={useColumns()} label="明细账" columns={columns} onOpen={openVoucher}>
      <span role="status">{totalWords(first, '行')}</span>
    </ListTable>
  )
}
