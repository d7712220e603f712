import { formatNear } from '@cheyi/domain/near'
import { useState } from 'react'
import { calls } from '../../../kernel/call/calls.ts'
import { useList } from '../../../kernel/call/lists.ts'
import { None } from '../../../page/detail.tsx'
import { LoadError } from '../../../ui/frame/empty.tsx'
import { SkeletonBar } from '../../../ui/frame/skeleton.tsx'
import { Timeline } from '../../../ui/frame/steps.tsx'
import { Box, Button, Card, CardMore, Text } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { type PanelProps, pageOf } from './panel.ts'

/** The customer's request from the booking, and the newest staff remarks. */
export function RemarksPanel(props: PanelProps) {
  const { order, now } = props
  const page = pageOf(props, 'remark')
  const { remarks, remark, counts } = order
  if (!page && remarks.length === 0 && !remark) return null
  const more = page && (
    <CardMore onClick={() => page.onClick()}>{counts.remark > 0 ? `全部 ${counts.remark}` : '添加'}</CardMore>
  )
  if (!remark && remarks.length === 0) return <None of="备注" add={more} />
  return (
    <Card pad title="备注" extra={more}>
      <Box divided>
        {remark && (
          <div>
            <Text as="p" pre>
              {remark}
            </Text>
            <Text as="small" size="xs">
              下单备注
            </Text>
          </div>
        )}
        {remarks.map(({ id, content, topFlag, authorName, at, photos }) => (
          <div key={id}>
            <Text as="p" pre>
              {topFlag && <Tag tone="primary">置顶</Tag>}
              {topFlag && ' '}
              {content}
            </Text>
            <Text as="small" size="xs" num>
              {[authorName, formatNear(at, now), photos.length > 0 ? `${photos.length} 张照片` : '']
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </div>
        ))}
      </Box>
    </Card>
  )
}

const FEW = 4

/** The log of the order, the newest first. */
export function LogPanel({ order, now }: PanelProps) {
  const [all, setAll] = useState(false)
  const log = useList(calls.order.log, { orderId: order.orderId, pageSize: 20 })
  const shown = all ? log.items : log.items.slice(0, FEW)
  const rest = log.items.length > shown.length || log.hasMore
  return (
    <Card pad title="操作记录">
      {log.isPending && <SkeletonBar width="60%" />}
      {log.error && <LoadError inline onRetry={() => void log.restart()} />}
      <Timeline
        items={shown.map(({ id, at, text, actorName }, index) => ({
          key: id,
          title: text,
          time: formatNear(at, now),
          note: actorName,
          tone: index === 0 ? 'primary' : 'neutral',
        }))}
      />
      {rest && (
        <Button
          variant="text"
          className="order-detail-more"
          loading={log.isLoadingMore}
          onClick={() => (all ? log.loadMore() : setAll(true))}
        >
          {log.moreFailed ? '加载失败，点击重试' : all ? '加载更多' : '展开全部'}
        </Button>
      )}
    </Card>
  )
}
