import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { figureOf, type OpenedFigure, openedFigures, shareUnit } from '@cheyi/domain/insight/data/figures'
import { formatPeriod } from '@cheyi/domain/near'
import { localDate } from '@cheyi/domain/time'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { calls, type InputOf, type OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { useReach } from '../../../kernel/page/reach.ts'
import { Rows, useListPage } from '../../../page/list/use-list-page.tsx'
import { Page } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Box, Note, Row, Text } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { inputOf, windowText } from '../parts/filter.ts'
import { unitText } from '../parts/value.tsx'
import { dataScreens } from '../screens.ts'

type Shared = OutputOf<typeof calls.data.orders>['list'][number]

/** The orders that a figure consists of, each with its share; the sum of the shares is the figure above the list. */
export default function Orders() {
  const values = useScreen(dataScreens.orders)
  const figure = openedFigures.find((key) => key === values.figure)
  if (figure === undefined)
    return (
      <Page>
        <Empty title="没有这个指标" />
      </Page>
    )
  return <List figure={figure} values={values} />
}

function List({ figure, values }: { figure: OpenedFigure; values: Parameters<typeof inputOf>[0] }) {
  const now = useNow()
  const input: InputOf<typeof calls.data.orders> = { figure, ...inputOf(values, localDate(now)) }
  const list = useListPage(calls.data.orders, input, {
    noun: '订单',
    keyOf: ({ orderId }) => orderId,
    empty: { title: '所选时间内没有相关订单' },
  })
  const unit = shareUnit(figure)
  const { label, note } = figureOf(figure)
  return (
    <Page fill title={`${label}明细`}>
      <Rows
        of={list}
        estimate={84}
        head={
          list.first && (
            <Box pad={[12, 12, 10]}>
              <Card pad>
                <Row justify="between" gap={8} wrap note>
                  <span>{note}</span>
                  <span className="num">{windowText(list.first.window, now)}</span>
                </Row>
                <Text as="b" size="xl" num>
                  {unitText(unit, list.first.sum)}
                </Text>
                <Note num>{`以下 ${list.first.total ?? 0}${list.first.totalCapped ? '+' : ''} 单的合计`}</Note>
              </Card>
            </Box>
          )
        }
        render={(order) => <ShareRow order={order} unit={unit} />}
      />
    </Page>
  )
}

function ShareRow({ order, unit }: { order: Shared; unit: ReturnType<typeof shareUnit> }) {
  const now = useNow()
  const reach = useReach()
  const link = order.open ? orderLink(reach, order) : undefined
  return (
    <RecordCard
      title={
        <span className="num">
          <CardLink {...link}>{order.orderNo}</CardLink>
        </span>
      }
      end={<b className="num">{unitText(unit, order.share)}</b>}
    >
      <p>{[order.modelName, order.storeName, orderStatuses.text(order.status)].join(' · ')}</p>
      <p className="num">{formatPeriod(order.pickupAt, order.returnAt, now)}</p>
    </RecordCard>
  )
}
