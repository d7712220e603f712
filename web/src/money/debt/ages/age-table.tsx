import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { debtAges } from '@cheyi/domain/money/debt/age'
import { goToOrder } from '../../../booking/order/parts/order-link.ts'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { ListTable, type TableColumn, type TableProps, totalWords } from '../../../page/list/list-table.tsx'
import { useColumns } from '../../../page/list/use-table.ts'
import { Text } from '../../../ui/layout.tsx'
import { yuan } from '../../../ui/show/money.tsx'

type Page = OutputOf<typeof calls.debt.ages>
type Debt = Page['list'][number]

/** Debts as a table with one column for each age. */
export default function AgeTable({ of, first }: TableProps<Page>) {
  return (
    <ListTable of={of} look={useColumns()} label="应收账龄" columns={columns} onOpen={goToOrder}>
      <span role="status">{totalWords(first, '单')}</span>
    </ListTable>
  )
}

const columns: readonly TableColumn<Debt>[] = [
  { key: 'customer', title: '客户', width: 80, first: true, cell: ({ contactName }) => contactName },
  {
    key: 'together',
    title: '客户合计',
    width: 92,
    first: true,
    end: true,
    cell: ({ customer: { first, orders, owed } }) => first && orders > 1 && yuan(owed),
  },
  {
    key: 'orderNo',
    title: '订单号',
    width: 124,
    first: true,
    cell: (debt) => (
      <Text as="button" type="button" className="row-link" onClick={() => goToOrder(debt)}>
        {debt.orderNo}
      </Text>
    ),
  },
  { key: 'status', title: '订单状态', width: 84, first: true, cell: ({ status }) => orderStatuses.text(status) },
  { key: 'store', title: '门店', width: 100, first: true, cell: ({ storeName }) => storeName },
  { key: 'since', title: '到期日', width: 96, first: true, cell: ({ since }) => since },
  { key: 'late', title: '拖欠天数', width: 76, first: true, end: true, cell: ({ late }) => late },
  { key: 'owed', title: '欠款', width: 92, first: true, end: true, cell: ({ owed }) => yuan(owed) },
  ...debtAges.values.map(
    (age, i): TableColumn<Debt> => ({
      key: `age${age}`,
      title: debtAges.text(age),
      width: 92,
      first: true,
      end: true,
      cell: ({ parts }) => parts[i]!.owed > 0 && yuan(parts[i]!.owed),
    }),
  ),
]
