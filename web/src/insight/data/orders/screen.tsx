import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { figureOf, type OpenedFigure, openedFigures, shareUnit } from '@cheyi/domain/insight/data/figures'
import { formatPeriod } from '@cheyi/domain/near'
import { localDate } from '@cheyi/domain/time'
import { useMemo } from 'react'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { currentTime, useNow } from '../../../kernel/now.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage } from '../../../page/list/list-page.tsx'
import { Page } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Box, Card, Note, Row, Text } from '../../../ui/layout.tsx'
import { inputOf, windowText } from '../parts/filter.ts'
import { unitText } from '../parts/value.tsx'
import { dataScreens } from '../screens.ts'

type Shares = OutputOf<typeof calls.data.orders>
type Shared = Shares['list'][number]

const known = (figure: string): OpenedFigure | undefined => openedFigures.find((key) => key === figure)

/** The orders that a figure consists of, each with its share; the sum of the shares is the figure above the list. */
export default function Orders() {
  if (known(useScreen(dataScreens.orders).figure) !== undefined) return <List />
  return (
    <Page>
      <Empty title="没有这个指标" />
    </Page>
  )
}

const List = listPage(dataScreens.orders, {
  call: calls.data.orders,
  noun: '订单',
  input: ({ figure, ...values }) => ({ figure: known(figure), ...inputOf(values, localDate(currentTime())) }),
  title: ({ figure }) => `${figureOf(known(figure)!).label}明细`,
  keyOf: ({ orderId }) => orderId,
  columns: useColumns,
  unit: '单',
  link: (reach, order) => (order.open ? orderLink(reach, order) : undefined),
  Head,
  empty: { title: '所选时间内没有相关订单' },
})

const about: readonly ListColumn<Shared>[] = [
  { key: 'orderNo', title: '订单号', kind: 'text', card: 'title', of: ({ orderNo }) => orderNo },
  { key: 'model', title: '车型', kind: 'text', of: ({ modelName }) => modelName },
  { key: 'store', title: '门店', kind: 'text', of: ({ storeName }) => storeName },
  { key: 'status', title: '订单状态', kind: 'text', width: 84, of: ({ status }) => orderStatuses.text(status) },
  {
    key: 'when',
    title: '用车时间',
    kind: 'text',
    card: 'note',
    width: 200,
    of: ({ pickupAt, returnAt }, now) => formatPeriod(pickupAt, returnAt, now),
  },
]

/** The share of an order is an amount, a time or a count, like its figure. */
function useColumns(): readonly ListColumn<Shared>[] {
  const figure = known(useScreen(dataScreens.orders).figure)!
  return useMemo(() => {
    const unit = shareUnit(figure)
    const of = ({ share }: Shared) => share
    const share = { key: 'share', title: figureOf(figure).label, named: false, card: 'end', of } as const
    return [
      ...about,
      unit === 'fen'
        ? { ...share, kind: 'money' }
        : { ...share, kind: 'number', width: 96, words: (value) => unitText(unit, value) },
    ]
  }, [figure])
}

function Head({ first: { window, sum, total, totalCapped } }: { readonly first: Shares }) {
  const now = useNow()
  const figure = known(useScreen(dataScreens.orders).figure)!
  return (
    <Box pad={[12, 12, 10]}>
      <Card pad>
        <Row justify="between" gap={8} wrap note>
          <span>{figureOf(figure).note}</span>
          <span className="num">{windowText(window, now)}</span>
        </Row>
        <Text as="b" size="xl" num>
          {unitText(shareUnit(figure), sum)}
        </Text>
        <Note num>{`以下 ${total ?? 0}${totalCapped ? '+' : ''} 单的合计`}</Note>
      </Card>
    </Box>
  )
}
