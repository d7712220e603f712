import './remark.css'
import type { OutputOf } from '@cheyi/contract/call'
import type { order } from '@cheyi/contract/order'
import { formatNear } from '@cheyi/domain/near'
import { lazy, Suspense, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import type { CallFailure } from '../../kernel/failure.ts'
import { type ListResult, useList } from '../../kernel/lists.ts'
import { useNow } from '../../kernel/now.ts'
import { useScreen } from '../../kernel/pages.tsx'
import { refusedAs } from '../../kernel/refused.ts'
import { goBack } from '../../kernel/router.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { RefreshButton } from '../../ui/pull.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { orderScreens } from '../screens.ts'
import { Composer } from './composer.tsx'

const ImageViewer = lazy(() => import('../../ui/image-viewer.tsx'))

type Remark = OutputOf<typeof order.remarks>['list'][number]

const notFound = refusedAs('orderNotFound')
const gone = (error: CallFailure | null): boolean => error !== null && notFound(error)

/** What staff noted about an order, pinned first, then the newest; and a place to add to it. */
export default function Remarks() {
  const { orderId } = useScreen(orderScreens.remark)
  const remarks = useList(calls.order.remarks, { orderId, pageSize: 20 }, { quiet: true })
  const [viewed, setViewed] = useState<{ remark: Remark; index: number; open: boolean }>()
  const now = useNow()
  return (
    <PageFrame
      fill
      header={
        <NavBar
          title="订单备注"
          onBack={() => goBack(orderScreens.list.path)}
          right={<RefreshButton busy={remarks.isRefreshing} onRefresh={() => void remarks.restart()} />}
        />
      }
      footer={!gone(remarks.error) && <Composer key={orderId} orderId={orderId} />}
    >
      <VirtualList
        label="备注"
        items={remarks.items}
        keyOf={({ id }) => id}
        render={(remark) => (
          <RemarkCard remark={remark} now={now} onOpen={(index) => setViewed({ remark, index, open: true })} />
        )}
        estimate={92}
        gap={10}
        inset
        more={remarks.hasMore}
        loading={remarks.isLoadingMore}
        failed={remarks.moreFailed}
        onMore={remarks.loadMore}
        onRefresh={remarks.restart}
        instead={instead(remarks)}
      />
      {viewed && (
        <Suspense>
          <ImageViewer
            open={viewed.open}
            onClose={() => setViewed({ ...viewed, open: false })}
            images={viewed.remark.photos.map(({ url }, index) => ({ url, alt: photoName(index) }))}
            index={viewed.index}
          />
        </Suspense>
      )}
    </PageFrame>
  )
}

type Shown = Pick<ListResult<Remark, never>, 'isPending' | 'error' | 'items' | 'restart'>

function instead({ isPending, error, items, restart }: Shown) {
  if (isPending) return <Skeleton cards={3} shape="rows" />
  if (gone(error)) return <Empty art="search" title="订单不存在或无权查看" />
  if (error) return <LoadError title="加载失败" note="备注没有加载出来" onRetry={() => void restart()} />
  return items.length === 0 ? <Empty title="暂无备注" note="在下方输入，本店同事都能看到" /> : undefined
}

interface RemarkCardProps {
  readonly remark: Remark
  readonly now: number
  readonly onOpen: (index: number) => void
}

function RemarkCard({ remark, now, onOpen }: RemarkCardProps) {
  const { content, photos, topFlag, authorName, at } = remark
  return (
    <Card pad className="order-remark-card">
      <p className="order-remark-text">
        {topFlag && <Tag tone="primary">置顶</Tag>}
        {content}
      </p>
      {photos.length > 0 && (
        <ul className="order-remark-photos">
          {photos.map(({ mediaId, thumbUrl, url }, index) => (
            <li key={mediaId}>
              <button type="button" aria-label={`查看${photoName(index)}`} onClick={() => onOpen(index)}>
                <img src={thumbUrl ?? url} alt="" loading="lazy" decoding="async" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="order-remark-by num">
        {authorName} · {formatNear(at, now)}
      </p>
    </Card>
  )
}

const photoName = (index: number): string => `照片 ${index + 1}`
