import { accountName } from '@cheyi/domain/money/payment/accounts'
import { flowKinds, payWays } from '@cheyi/domain/money/payment/codes'
import { formatDateTime } from '@cheyi/domain/time'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { useReach } from '../../../kernel/page/reach.ts'
import { ListTable, type TableColumn, type TableProps, totalWords } from '../../../page/list/list-table.tsx'
import { useColumns } from '../../../page/list/use-table.ts'
import { Text } from '../../../ui/layout.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { openMovement } from '../parts/flow-row.tsx'
import { type Movement, movedBy } from '../parts/movement.ts'

/** Payment movements as a table; a row opens its details. */
export default function FlowTable({ of, first }: TableProps<OutputOf<typeof calls.payment.flowList>>) {
  return (
    <ListTable
      of={of}
      look={useColumns()}
      label="收支流水"
      columns={columns}
      onOpen={(movement) => void openMovement(movement)}
    >
      <span role="status">{totalWords(first, '笔')}</span>
    </ListTable>
  )
}

const columns: readonly TableColumn<Movement>[] = [
  {
    key: 'at',
    title: '时间',
    width: 124,
    first: true,
    cell: (one) => (
      <Text as="button" type="button" className="row-link" onClick={() => void openMovement(one)}>
        {formatDateTime(one.at)}
      </Text>
    ),
  },
  { key: 'txnId', title: '凭证号', width: 76, first: true, cell: ({ txnId }) => txnId },
  { key: 'order', title: '订单号', width: 124, first: true, cell: (one) => <OrderOf of={one} /> },
  { key: 'kind', title: '款项', width: 84, first: true, cell: ({ kind }) => flowKinds.text(kind) },
  { key: 'way', title: '方式', width: 84, first: true, cell: ({ way }) => payWays.text(way) },
  {
    key: 'in',
    title: '收入',
    width: 92,
    first: true,
    end: true,
    cell: ({ direction, amount }) => direction === 'in' && yuan(amount),
  },
  {
    key: 'out',
    title: '支出',
    width: 92,
    first: true,
    end: true,
    cell: ({ direction, amount }) => direction === 'out' && yuan(amount),
  },
  { key: 'store', title: '门店', width: 100, first: true, cell: ({ storeName }) => storeName },
  { key: 'who', title: '经手人', width: 76, first: true, cell: movedBy },
  { key: 'slipNo', title: '渠道或小票流水号', width: 140, first: true, cell: ({ slipNo }) => slipNo },
  { key: 'payer', title: '付款方', width: 84, cell: ({ payer }) => payer },
  { key: 'tradeNo', title: '交易单号', width: 140, cell: ({ tradeNo }) => tradeNo },
  { key: 'account', title: '科目', width: 100, cell: ({ account }) => accountName(account) },
  {
    key: 'vouchers',
    title: '凭证',
    width: 64,
    cell: ({ voucherIds }) => voucherIds.length > 0 && `${voucherIds.length}张`,
  },
]

function OrderOf({ of }: { readonly of: Movement }) {
  const reach = useReach()
  const place = orderLink(reach, of)
  if (place === undefined) return of.orderNo
  return (
    <Text as="a" ink="link" {...place}>
      {of.orderNo}
    </Text>
  )
}
