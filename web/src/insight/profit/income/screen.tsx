import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { formatMoney } from '@cheyi/domain/money'
import { formatPeriod } from '@cheyi/domain/near'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage } from '../../../page/list/list-page.tsx'
import { Box, Card, Note, Text } from '../../../ui/layout.tsx'
import { profitScreens } from '../screens.ts'

type Income = OutputOf<typeof calls.profit.income>
type Order = Income['list'][number]

const parts = [
  ['rent', '租金'],
  ['service', '服务'],
  ['other', '其他'],
] as const

const columns: readonly ListColumn<Order>[] = [
  { key: 'orderNo', title: '订单号', kind: 'text', card: 'title', of: ({ orderNo }) => orderNo },
  ...parts.map(
    ([key, title]): ListColumn<Order> => ({
      key,
      title,
      kind: 'money',
      card: 'meta',
      of: (order) => order[key] || null,
    }),
  ),
  {
    key: 'sum',
    title: '合计',
    kind: 'money',
    named: false,
    of: ({ rent, service, other }) => rent + service + other,
  },
  {
    key: 'status',
    title: '订单状态',
    kind: 'text',
    width: 84,
    card: 'note',
    of: ({ status }) => orderStatuses.text(status),
  },
  {
    key: 'when',
    title: '用车时间',
    kind: 'text',
    width: 200,
    card: 'note',
    of: ({ pickupAt, returnAt }, now) => formatPeriod(pickupAt, returnAt, now),
  },
]

/** The orders that the income of a vehicle in some months is of. */
export default listPage(profitScreens.income, {
  call: calls.profit.income,
  noun: '订单',
  input: ({ id, from, to }) => ({ vehicleId: id, from: from || undefined, to: to || undefined }),
  keyOf: ({ orderId }) => orderId,
  columns,
  unit: '单',
  totals: ({ sum }) => ({ sum }),
  link: (reach, order) => (order.open ? orderLink(reach, order) : undefined),
  Head,
  empty: { title: '所选月份没有收入' },
})

function Head({ first: { sum, total } }: { readonly first: Income }) {
  const { from, to } = useScreen(profitScreens.income)
  return (
    <Box pad={[12, 12, 10]}>
      <Card pad>
        <Note num>{[...new Set([from.slice(0, 7), to.slice(0, 7)])].filter(Boolean).join(' 至 ')} 收入</Note>
        <Text as="b" size="xl" num>
          {formatMoney(sum ?? 0)}
        </Text>
        <Note num>以下 {total ?? 0} 单的合计，含税，按天计入，换车当天计入当晚所用的车</Note>
      </Card>
    </Box>
  )
}
