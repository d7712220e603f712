import { orderKinds, orderStatuses, pickupTypes, returnTypes } from '@cheyi/domain/booking/order/codes'
import {
  type OrderColumn,
  orderColumnKeys,
  orderColumns,
  orderMoneyColumnKeys,
} from '@cheyi/domain/booking/order/columns'
import { formatSold } from '@cheyi/domain/booking/order/sold/length'
import { formatMoment } from '@cheyi/domain/near'
import {
  depositMark,
  type OrderCard,
  refundMark,
  sourceTone,
  urgencyMark,
} from '../../../booking/order/parts/order-words.ts'
import { calls, prefetch } from '../../../kernel/call/calls.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { ListTable, type TableColumn, type TableFormat } from '../../../page/list/list-table.tsx'
import type { ListView } from '../../../page/list/use-list-page.tsx'
import type { TableLook } from '../../../page/list/use-table.ts'
import { useExport } from '../../../platform/job/parts/use-export.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { StatusDot, Tag } from '../../../ui/show/tag.tsx'
import { screensOf } from '../screens.ts'
import type { Changes, ListInput, ListValues, sortsOf } from './filter.ts'

interface OrderTableProps {
  readonly of: Omit<ListView<OrderCard>, 'first'>
  readonly look: TableLook
  readonly now: number
  readonly sourceName: (source: OrderCard['source']) => string
  readonly total: string
  readonly input: ListInput
  readonly sort: ListValues['sort']
  readonly sorts: ReturnType<typeof sortsOf>
  readonly onChange: (changes: Changes) => void
}

type Drawn = Omit<TableColumn<OrderCard>, 'key' | 'title'>

/** Orders as a dense table with the chosen columns. */
export default function OrderTable({
  of,
  look,
  now,
  sourceName,
  total,
  input,
  sort,
  sorts,
  onChange,
}: OrderTableProps) {
  const mayExport = useMay('order.export')
  const exporting = useExport(calls.order.exportList, '导出订单')
  const make = (columns: readonly string[], format: TableFormat) =>
    // The exported file has extra columns with the parts of each sum, which no screen can show.
    exporting.run({ ...input, columns: [...(columns as OrderColumn[]), ...orderMoneyColumnKeys], format })
  return (
    <ListTable
      of={of}
      look={look}
      label="订单列表"
      columns={orderColumnKeys.map((key) => ({ key, title: orderColumns[key], ...drawnAt(now, sourceName)[key] }))}
      sort={sort}
      onSort={(by) => onChange({ sort: by === 'next' ? undefined : by })}
      onOpen={({ orderId, orderKind }) => go(screensOf(orderKind).detail, { orderId })}
      onExport={mayExport ? (columns, format) => void make(columns, format) : undefined}
    >
      <span role="status">{total}</span>
      <span>{sorts.find(({ key }) => key === sort)?.label}</span>
    </ListTable>
  )
}

const drawnAt = (now: number, sourceName: OrderTableProps['sourceName']): Readonly<Record<OrderColumn, Drawn>> => ({
  orderNo: {
    width: 136,
    first: true,
    sort: 'newest',
    cell: ({ orderId, orderNo, orderKind }) => (
      <Text
        as={Link}
        to={screensOf(orderKind).detail}
        with={{ orderId }}
        weight="m"
        className="row-link"
        onPointerDown={() => prefetch(calls.order.detail, { orderId })}
      >
        {orderNo}
      </Text>
    ),
  },
  orderKind: { width: 80, cell: (one) => orderKinds.text(one.orderKind) },
  status: {
    width: 184,
    first: true,
    sort: 'next',
    cell(one) {
      const mark = urgencyMark(one, now) ?? refundMark(one)
      return (
        <Row as="span" gap={6}>
          <StatusDot status={one.status}>{orderStatuses.text(one.status)}</StatusDot>
          {mark && <Tag tone={mark.tone}>{mark.text}</Tag>}
        </Row>
      )
    },
  },
  source: { width: 92, cell: ({ source }) => <Tag tone={sourceTone(source)}>{sourceName(source)}</Tag> },
  contactName: { width: 76, first: true, cell: (one) => one.contactName },
  phone: { width: 104, first: true, cell: (one) => one.phone },
  model: { width: 124, first: true, cell: (one) => one.modelName },
  plate: { width: 104, first: true, cell: (one) => <Plate plate={one.plate} size="s" /> },
  pickupAt: { width: 100, first: true, cell: (one) => formatMoment(one.pickupAt, now) },
  pickupStore: { width: 108, cell: (one) => one.storeName },
  pickupType: { width: 88, cell: (one) => pickupTypes.text(one.pickupType) },
  returnAt: { width: 100, first: true, cell: (one) => formatMoment(one.returnAt, now) },
  returnStore: { width: 108, cell: (one) => one.returnStoreName },
  returnType: { width: 88, cell: (one) => returnTypes.text(one.returnType) },
  length: { width: 80, cell: (one) => formatSold(one) },
  total: { width: 96, first: true, end: true, cell: (one) => <Money fen={one.total} /> },
  owed: {
    width: 92,
    end: true,
    cell: ({ owed }) =>
      owed > 0 && (
        <Text ink="danger">
          <Money fen={owed} />
        </Text>
      ),
  },
  deposit: {
    width: 116,
    cell(one) {
      const { text, tone } = depositMark(one)
      return <Tag tone={tone}>{text}</Tag>
    },
  },
  heldDeposit: { width: 96, end: true, cell: ({ heldDeposit }) => heldDeposit > 0 && <Money fen={heldDeposit} /> },
  tags: { width: 120, cell: ({ tags }) => tags.join('、') },
})
