import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import type { ReactNode } from 'react'
import { noteMarks, type OrderDetail, sourceTone, urgencyMark } from '../../../booking/order/parts/order-words.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { copyText, openHelloApp } from '../../../kernel/device/native-acts.ts'
import { Steps } from '../../../ui/frame/steps.tsx'
import { Box, Note, Row, Text } from '../../../ui/layout.tsx'
import { StatusDot, Tag, Tags } from '../../../ui/show/tag.tsx'
import { cancelWords, stagesOf } from './detail-words.ts'

interface HeadProps {
  readonly order: OrderDetail
  readonly now: number
  readonly sourceName: (source: OrderDetail['source']) => string
}

/** The status and the next step. `children`: the actions, where they are shown beside it. */
export function DetailHead({ order, now, sourceName, children }: HeadProps & { children?: ReactNode }) {
  const next = order.nextStep ?? (order.cancel ? cancelWords(order.cancel) : '')
  return (
    <div className="order-detail-head">
      <div className="order-detail-status grow">
        <Row gap={[4, 8]} wrap>
          <StatusDot large status={order.status}>
            {orderStatuses.text(order.status)}
          </StatusDot>
          <Tags of={noteMarks({ ...order, owed: order.fees.owed })} />
        </Row>
        {next && (
          <Note top={4} ink={urgencyMark(order, now)?.tone === 'danger' ? 'danger' : 2}>
            {next}
          </Note>
        )}
      </div>
      <Box note className="order-detail-origin num">
        <Tag tone={sourceTone(order.source)}>{sourceName(order.source)}</Tag>
        <button type="button" title="复制订单号" onClick={() => void copyText(order.orderNo, '订单号已复制')}>
          {order.orderNo}
        </button>
        {order.channelOrderNo && <ChannelNo of={order.source} no={order.channelOrderNo} />}
      </Box>
      {children}
    </div>
  )
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

export function DetailStages({ order, now, precise = false }: Omit<HeadProps, 'sourceName'> & { precise?: boolean }) {
  return <Steps {...stagesOf(order, now, precise)} />
}
