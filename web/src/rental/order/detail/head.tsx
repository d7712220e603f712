import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { noteMarks, type OrderDetail, sourceTone, urgencyMark } from '../../../booking/order/parts/order-words.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { copyText, openHelloApp } from '../../../kernel/device/native-acts.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { cancelWords } from './detail-words.ts'

/** The head of the page: the status, the next step and where the order comes from. */
export function headOf(order: OrderDetail, now: number, sourceName: (source: OrderDetail['source']) => string) {
  const next = order.nextStep ?? (order.cancel ? cancelWords(order.cancel) : '')
  return {
    state: { text: orderStatuses.text(order.status), mark: order.status },
    tags: noteMarks({ ...order, owed: order.fees.owed }),
    next: next ? { text: next, late: urgencyMark(order, now)?.tone === 'danger' } : null,
    note: (
      <Row gap={[2, 8]} wrap className="order-detail-origin">
        <Tag tone={sourceTone(order.source)}>{sourceName(order.source)}</Tag>
        <button type="button" title="复制订单号" onClick={() => void copyText(order.orderNo, '订单号已复制')}>
          {order.orderNo}
        </button>
        {order.channelOrderNo && <ChannelNo of={order.source} no={order.channelOrderNo} />}
      </Row>
    ),
  }
}

/** The order number of the source, with a link into the source's app where one is configured. */
function ChannelNo({ of, no }: { readonly of: OrderDetail['source']; readonly no: string }) {
  const { data } = useRead(calls.lookup.apps, {}, { freshFor: Number.POSITIVE_INFINITY })
  const app = data?.list.find(({ source }) => source === of)
  if (app === undefined) return <small>{no}</small>
  return (
    <button
      type="button"
      title="在渠道App中打开"
      onClick={() => void openHelloApp(app.link.replace('{no}', encodeURIComponent(no)))}
    >
      <Text ink="link">{no}</Text>
    </button>
  )
}
