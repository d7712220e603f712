import './list.css'
import { type OrderKind, orderKind } from '@cheyi/domain/order/codes'
import { profileOf } from '@cheyi/domain/order/kinds'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useCurrentStore } from '../../kernel/current-store.ts'
import { useLast } from '../../kernel/last.ts'
import { type ListResult, useList } from '../../kernel/lists.ts'
import { useWide } from '../../kernel/media-query.ts'
import { useNow } from '../../kernel/now.ts'
import { useBeside, usePatch, useScreen } from '../../kernel/pages.tsx'
import { usePicking } from '../../kernel/picking.ts'
import { go, goTo } from '../../kernel/router.ts'
import { useShortcut } from '../../kernel/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { RefreshButton } from '../../ui/pull.tsx'
import { SearchHead } from '../../ui/search-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { useModels } from '../parts/models.ts'
import type { OrderCard } from '../parts/order-words.ts'
import { useSourceNames } from '../parts/sources.ts'
import { useReach } from '../parts/use-reach.ts'
import { useStoreFilter } from '../parts/use-store-filter.ts'
import { orderScreens } from '../screens.ts'
import { ALL, type Changes, chipsOf, inputOf, noFilter, quickFilters, tabOf, tabs } from './filter.ts'
import { ListHead } from './list-head.tsx'
import { OrderCardView } from './order-card.tsx'
import { OrderRow, RowsSkeleton } from './order-row.tsx'

const FilterSheet = lazy(() => import('./filter-sheet.tsx'))

type Counts = readonly { readonly status: OrderCard['status']; readonly count: number }[]

/** Every short-term order, by tab, search and filter. */
export default function ShortOrders() {
  return <OrderList kind={orderKind.short} />
}

function OrderList({ kind }: { kind: OrderKind }) {
  const values = useScreen(orderScreens.list)
  const patch = usePatch()
  const wide = useWide()
  const now = useNow()
  const { stores } = useCurrentStore()
  const storeId = useStoreFilter()
  const sourceName = useSourceNames()
  const models = useModels(values.modelId !== undefined)
  const reach = useReach()
  const picking = usePicking()
  const [filtering, setFiltering] = useState<boolean>()
  const input = inputOf(values, kind, storeId)
  const orders = useList(calls.order.list, input, { quiet: true })
  const counts = useLast<Counts>(orders.first?.counts)
  useStoreSwitch(storeId, () => values.storeId.length > 0 && patch({ storeId: undefined }))

  const names = {
    store: (id: string) => stores.find((one) => one.id === id)?.name,
    source: sourceName,
    model: (id: string) => models.find((one) => one.modelId === id)?.name,
  }
  const chips = chipsOf(values, storeId, names, now)
  const apply = (changes: Changes) => patch(changes)
  const createPath = `${profileOf(kind).base}/create`
  const create = reach.opens(createPath) ? () => goTo(createPath) : undefined
  const open = useOpenRow(orders.items, wide)

  const head = (
    <ListHead
      chips={chips}
      quick={quickFilters.filter((code) => code !== values.pickupReturnQueryStatus)}
      total={orders.first}
      sort={values.sort}
      onChange={apply}
    />
  )
  return (
    <PageFrame
      fill
      header={
        <>
          <ListTitle wide={wide} onCreate={create} orders={orders} />
          <SearchHead
            value={values.keyword}
            onChange={(keyword) => patch({ keyword })}
            placeholder="车牌、手机号、姓名、订单号"
            filters={chips.length}
            onFilter={() => setFiltering(true)}
            roomy={!wide}
          />
          <Tabs
            label="订单状态"
            items={shownTabs(counts, tabOf(values).key)}
            value={tabOf(values).key}
            onChange={(status) => patch({ status })}
          />
        </>
      }
    >
      <VirtualList
        // Another filter is another list, read from its top.
        key={JSON.stringify(input)}
        label="订单列表"
        items={orders.items}
        keyOf={(order) => order.orderId}
        render={(order) =>
          wide ? (
            <OrderRow order={order} now={now} sourceName={sourceName} current={order.orderId === open} />
          ) : (
            <OrderCardView order={order} now={now} sourceName={sourceName} reach={reach} />
          )
        }
        estimate={wide ? 104 : 212}
        gap={wide ? 0 : 10}
        inset={!wide}
        more={orders.hasMore}
        loading={orders.isLoadingMore}
        failed={orders.moreFailed}
        onMore={orders.loadMore}
        onRefresh={orders.restart}
        head={head}
        reveal={wide ? open : undefined}
        instead={instead(orders, {
          wide,
          filters: [values.keyword, ...chips.map(({ text }) => text)].filter(Boolean),
          onClear: () =>
            patch({ ...noFilter, keyword: undefined, status: undefined, storeId: storeId ? ALL : undefined }),
          onCreate: create,
        })}
      />
      {filtering !== undefined && (
        <Suspense>
          <FilterSheet
            open={filtering}
            onClose={() => setFiltering(false)}
            kind={kind}
            values={values}
            onApply={apply}
            picking={picking}
          />
        </Suspense>
      )}
    </PageFrame>
  )
}

type Orders = Pick<ListResult<OrderCard, never>, 'isPending' | 'isRefreshing' | 'error' | 'items' | 'restart'>

function ListTitle({ wide, onCreate, orders }: { wide: boolean; onCreate?: () => void; orders: Orders }) {
  const refresh = <RefreshButton busy={orders.isRefreshing} onRefresh={() => void orders.restart()} />
  if (!wide) return <NavBar title="短租订单" right={refresh} />
  return (
    <div className="order-list-title">
      <h1>短租订单</h1>
      {refresh}
      {onCreate && (
        <Button variant="primary" icon="plus" onClick={onCreate}>
          新建
          <kbd>N</kbd>
        </Button>
      )}
    </div>
  )
}

interface InsteadProps {
  readonly wide: boolean
  readonly filters: readonly string[]
  readonly onClear: () => void
  readonly onCreate?: () => void
}

/** What stands in place of the rows: the shape of what is coming, why nothing came, or that there is nothing. */
function instead(orders: Orders, { wide, filters, onClear, onCreate }: InsteadProps) {
  if (orders.isPending) return wide ? <RowsSkeleton /> : <Skeleton cards={5} />
  if (orders.error)
    return (
      <LoadError
        title={orders.error.kind === 'lost' ? '网络不稳定' : '加载失败'}
        note={orders.error.kind === 'lost' ? '订单没有加载出来' : orders.error.message}
        onRetry={() => void orders.restart()}
      />
    )
  if (orders.items.length > 0) return undefined
  const begin = onCreate && { label: '新建订单', onClick: onCreate }
  if (filters.length === 0) return <Empty title="暂无订单" action={begin} />
  return (
    <Empty
      art="search"
      title="没有匹配的订单"
      note={`已筛选：${filters.join(' · ')}`}
      action={{ label: '清除筛选', onClick: onClear }}
      second={begin}
    />
  )
}

/** The tabs with their counts; rare ones only while something is in them, or chosen. */
function shownTabs(counts: Counts | undefined, chosen: string) {
  return tabs
    .map(({ key, label, statuses, rare }) => ({
      key,
      label,
      rare,
      count: statuses.length === 0 ? undefined : sumOf(counts, statuses),
    }))
    .filter(({ key, rare, count }) => !rare || key === chosen || (count ?? 0) > 0)
}

const sumOf = (counts: Counts | undefined, statuses: readonly number[]): number | undefined =>
  counts?.reduce((sum, { status, count }) => (statuses.includes(status) ? sum + count : sum), 0)

/** Choosing another store for the whole app ends the list's own choice. */
function useStoreSwitch(storeId: string | null, onSwitch: () => void): void {
  const before = useRef(storeId)
  useEffect(() => {
    if (before.current !== storeId) onSwitch()
    before.current = storeId
  })
}

/** The row open beside the list; ↑ ↓ move to its neighbours. */
function useOpenRow(items: readonly OrderCard[], wide: boolean): string | undefined {
  const open = useBeside(orderScreens.detail)?.orderId
  function move(by: number) {
    const at = items.findIndex(({ orderId }) => orderId === open)
    const next = at < 0 ? items[0] : items[at + by]
    if (next) go(orderScreens.detail, { orderId: next.orderId })
  }
  useShortcut('ArrowDown', () => move(1), wide)
  useShortcut('ArrowUp', () => move(-1), wide)
  return open
}
