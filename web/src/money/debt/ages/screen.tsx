import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { formatMoney } from '@cheyi/domain/money'
import { debtAges } from '@cheyi/domain/money/debt/age'
import { lazy } from 'react'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { useStoreOptions } from '../../../fleet/store/parts/current-store.ts'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useReach } from '../../../kernel/page/reach.ts'
import { chips } from '../../../page/list/chips-filter.tsx'
import { listPage } from '../../../page/list/list-page.tsx'
import { pick } from '../../../page/list/pick-filter.tsx'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { Box, Note } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { Figures } from '../../../ui/show/figures.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { debtScreens } from '../screens.ts'

type Page = OutputOf<typeof calls.debt.ages>
const age = chips('age', '账龄', debtAges)

/** Debts of finished orders by age, grouped by customer; the customer with the oldest debt comes first. */
export default listPage(debtScreens.ages, {
  call: calls.debt.ages,
  noun: '欠款',
  filters: [pick('storeId', '门店', '全部门店', useStoreOptions), age],
  keyOf: ({ orderId }) => orderId,
  Row: DebtRow,
  Table: lazy(() => import('./age-table.tsx')),
  estimate: 96,
  Head,
  useMenu: exporting(calls.debt.agesExport, '导出应收账龄'),
})

function Head({ first: { sums } }: { readonly first: Page }) {
  return (
    <Box pad={[12, 12, 10]}>
      {sums !== null && sums.owed > 0 && (
        <Card pad title="待收欠款" extra={<Money fen={sums.owed} />}>
          <Figures rows={sums.parts.map(({ age, owed }) => [debtAges.text(age), owed] as const)} />
          <Note
            num
          >{`共 ${sums.customers} 位客户。还车、取消或补收当天到期，企业客户加账期；收款先抵最早的欠款。`}</Note>
        </Card>
      )}
    </Box>
  )
}

/** The debt of an order by age; the first row of a customer also shows the total of that customer. */
function DebtRow({ item, current }: { readonly item: Page['list'][number]; readonly current: boolean }) {
  const reach = useReach()
  const { orderNo, status, contactName, storeName, owed, parts, since, late, customer } = item
  const due = late > 0 ? `${since} 到期，拖欠 ${late} 天` : `${since} 到期`
  const split = parts.filter((part) => part.owed > 0)
  const ages =
    split.length > 1 && split.map((part) => `${debtAges.text(part.age)} ${formatMoney(part.owed)}`).join('，')
  const together = customer.first && customer.orders > 1
  return (
    <RecordCard
      current={current}
      title={
        <>
          <CardLink {...orderLink(reach, item)}>{contactName}</CardLink>
          {together && <Tag>{`共 ${customer.orders} 单 ${formatMoney(customer.owed)}`}</Tag>}
        </>
      }
      end={<Money fen={owed} />}
    >
      <p className="num">{[orderNo, storeName, orderStatuses.text(status)].join(' · ')}</p>
      <p className="num">{due}</p>
      {ages && <p className="num">{ages}</p>}
    </RecordCard>
  )
}
