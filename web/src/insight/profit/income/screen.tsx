import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { formatMoney } from '@cheyi/domain/money'
import { formatPeriod } from '@cheyi/domain/near'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { useReach } from '../../../kernel/page/reach.ts'
import { Rows, useListPage } from '../../../page/list/use-list-page.tsx'
import { Page } from '../../../page/page.tsx'
import { Box, Note, Text } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { profitScreens } from '../screens.ts'

type Order = OutputOf<typeof calls.profit.income>['list'][number]

/** The orders that the income of a vehicle in some months is of. */
export default function Income() {
  const { id: vehicleId, from, to } = useScreen(profitScreens.income)
  const list = useListPage(
    calls.profit.income,
    { vehicleId, from: from || undefined, to: to || undefined },
    { noun: '订单', keyOf: ({ orderId }) => orderId, empty: { title: '所选月份没有收入' } },
  )
  return (
    <Page fill>
      <Rows
        of={list}
        estimate={100}
        head={
          list.first && (
            <Box pad={[12, 12, 10]}>
              <Card pad>
                <Note num>{[...new Set([from.slice(0, 7), to.slice(0, 7)])].filter(Boolean).join(' 至 ')} 收入</Note>
                <Text as="b" size="xl" num>
                  {formatMoney(list.first.sum ?? 0)}
                </Text>
                <Note num>以下 {list.first.total ?? 0} 单的合计，含税，按天计入，换车当天计入当晚所用的车</Note>
              </Card>
            </Box>
          )
        }
        render={(order) => <OrderRow order={order} />}
      />
    </Page>
  )
}

function OrderRow({ order }: { readonly order: Order }) {
  const now = useNow()
  const link = orderLink(useReach(), order)
  const { rent, service, other, status, pickupAt, returnAt, orderNo, open } = order
  const parts = [
    ['租金', rent],
    ['服务', service],
    ['其他', other],
  ] as const
  return (
    <RecordCard
      title={
        <span className="num">
          <CardLink {...(open ? link : undefined)}>{orderNo}</CardLink>
        </span>
      }
      end={<b className="num">{formatMoney(rent + service + other)}</b>}
    >
      <p className="num">
        {parts
          .filter(([, fen]) => fen !== 0)
          .map(([name, fen]) => `${name} ${formatMoney(fen)}`)
          .join(' · ')}
      </p>
      <p className="num">
        {orderStatuses.text(status)} · {formatPeriod(pickupAt, returnAt, now)}
      </p>
    </RecordCard>
  )
}
