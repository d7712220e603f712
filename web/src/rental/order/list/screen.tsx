import './list.css'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useOrderScreens, useProfile } from '../../../booking/order/parts/profile.ts'
import { ScanSign } from '../../../fleet/inventory/parts/scan-sign.tsx'
import { useModels } from '../../../fleet/model/parts/models.ts'
import { useCurrentStore } from '../../../fleet/store/parts/current-store.ts'
import { useStoreFilter } from '../../../fleet/store/parts/use-store-filter.ts'
import { calls, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { useWide } from '../../../kernel/device/media-query.ts'
import { useLast } from '../../../kernel/last.ts'
import { useNow } from '../../../kernel/now.ts'
import { useHasBeside, usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { usePicking } from '../../../kernel/page/picking.ts'
import { useReach } from '../../../kernel/page/reach.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { TableSwitch } from '../../../page/list/table-switch.tsx'
import { Rows, useListPage } from '../../../page/list/use-list-page.tsx'
import { useTable } from '../../../page/list/use-table.ts'
import { open } from '../../../page/open.ts'
import { RoomTabs } from '../../../page/rooms.tsx'
import { useSourceNames } from '../../../platform/merchant/parts/sources.ts'
import { Button } from '../../../ui/button.tsx'
import { NavBar } from '../../../ui/frame/nav-bar.tsx'
import { PageFrame } from '../../../ui/frame/page-frame.tsx'
import { SearchHead } from '../../../ui/frame/search-head.tsx'
import { Skeleton } from '../../../ui/frame/skeleton.tsx'
import { Tabs } from '../../../ui/frame/tabs.tsx'
import { Row } from '../../../ui/layout.tsx'
import { orderScreens, screensOf } from '../screens.ts'
import {
  ALL,
  type Changes,
  chipsOf,
  inputOf,
  noFilter,
  quickFilters,
  sortsOf,
  type Tab,
  tabChange,
  tabOf,
  tabsOf,
} from './filter.ts'
import { ListHead, QuickFilters, totalText } from './list-head.tsx'
import { OrderCardView } from './order-card.tsx'
import { OrderRow, RowsSkeleton } from './order-row.tsx'

const FilterSheet = lazy(() => import('./filter-sheet.tsx'))
const OrderTable = lazy(() => import('./order-table.tsx'))

type Counts = Pick<OutputOf<typeof calls.order.list>, 'counts' | 'plans'>

/** The orders of the kind in the page's address. */
export default function OrderList() {
  const profile = useProfile()
  const { kind } = profile
  const screens = useOrderScreens()
  const values = useScreen(orderScreens.list)
  const patch = usePatch()
  const wide = useWide()
  const now = useNow()
  const { stores, storeId: chosen } = useCurrentStore()
  const storeId = useStoreFilter()
  const sourceName = useSourceNames()
  const models = useModels(values.modelId !== undefined)
  const reach = useReach()
  const picking = usePicking()
  const [filtering, setFiltering] = useState<boolean>()
  const table = useTable(values)
  const title = values.both ? '订单' : screens.list.title
  const input = inputOf(values, kind, storeId)
  useStoreSwitch(storeId, () => values.storeId.length > 0 && patch({ storeId: undefined }))

  const names = {
    store: (id: string) => stores.find((one) => one.id === id)?.name,
    source: sourceName,
    model: (id: string) => models.find((one) => one.modelId === id)?.name,
  }
  const tabs = tabsOf(profile)
  const chips = chipsOf(values, storeId, names, now)
  const apply = (changes: Changes) => patch(changes)
  const create = reach.opens(screens.create.path) ? () => go(screens.create) : undefined
  const words = [values.keyword, ...chips.map(({ text }) => text)].filter(Boolean)
  const clear = () =>
    patch({ ...noFilter, keyword: undefined, ...tabChange(tabs[0]!), storeId: storeId ? ALL : undefined })
  const orders = useListPage(calls.order.list, input, {
    noun: '订单',
    keyOf: ({ orderId }) => orderId,
    narrowed: words.length > 0 ? { clear, words } : undefined,
    add: create && { label: '新建订单', onClick: create },
    open: table.on ? undefined : ({ orderId, orderKind }) => go(screensOf(orderKind).detail, { orderId }),
    skeleton: wide ? <RowsSkeleton /> : <Skeleton cards={5} />,
  })
  const mayExport = useMay('order.export')
  // Written without useExport: its separate chunk would be larger than these lines on a first page.
  const exporting = useWrite(calls.order.exportList)
  async function exportAll() {
    const asked = await exporting.run(input)
    if (asked)
      await open(() => import('../../../platform/job/parts/export-sheet.tsx'), {
        title: '导出订单',
        jobId: asked.jobId,
      })
  }
  const counts = useLast<Counts>(orders.first?.counts ? orders.first : undefined)
  // On a wide screen the first order is opened, so that the detail pane is never empty.
  const ofKind = orders.items.find(({ orderKind }) => orderKind === kind)
  const first = useHasBeside() || !wide || table.on ? undefined : ofKind?.orderId
  useEffect(() => {
    if (first !== undefined) go(screens.detail, { orderId: first }, { replace: true })
  }, [first, screens])

  const search = (
    <SearchHead
      value={values.keyword}
      onChange={(keyword) => patch({ keyword })}
      placeholder="车牌、手机号、姓名、订单号"
      filters={chips.length}
      onFilter={() => setFiltering(true)}
      roomy={!wide || table.on}
      extra={<ScanSign sign="plate" onRead={(keyword) => patch({ keyword })} />}
    />
  )
  const quick = {
    chips,
    quick: quickFilters.filter((code) => code !== values.pickupReturnQueryStatus),
    onChange: apply,
  }
  const head = (
    <ListHead
      {...quick}
      total={orders.first}
      sort={values.sort}
      sorts={sortsOf(values)}
      onTable={table.possible ? () => table.turn(true) : undefined}
      onExport={mayExport && orders.items.length > 0 ? () => void exportAll() : undefined}
    />
  )
  return (
    <PageFrame
      fill
      header={
        <>
          {wide ? (
            <Row gap={8} pad={[16, 16, 8]} className="order-list-title">
              <h1>{title}</h1>
              {table.on && search}
              {table.on && <TableSwitch look={table} />}
              {orders.refresh}
              {create && (
                <Button variant="primary" icon="plus" onClick={create}>
                  新建
                </Button>
              )}
            </Row>
          ) : (
            <NavBar title={title} right={orders.refresh} />
          )}
          <RoomTabs />
          {!table.on && search}
          <Tabs
            label="订单状态"
            items={shownTabs(tabs, counts, tabOf(values).key)}
            value={tabOf(values).key}
            onChange={(chosen) => patch(tabChange(tabs.find(({ key }) => key === chosen)!))}
          />
        </>
      }
    >
      {table.on ? (
        <Suspense fallback={<RowsSkeleton />}>
          <QuickFilters {...quick} />
          <OrderTable
            of={orders}
            look={table}
            now={now}
            sourceName={sourceName}
            total={totalText(orders.first)}
            input={input}
            sort={values.sort}
            sorts={sortsOf(values)}
            onChange={apply}
          />
        </Suspense>
      ) : (
        <Rows
          of={orders}
          label="订单列表"
          render={(order) => {
            const item = { order, now, sourceName, storeNamed: chosen === null }
            return wide ? (
              <OrderRow {...item} current={order.orderId === orders.current} />
            ) : (
              <OrderCardView {...item} reach={reach} />
            )
          }}
          estimate={wide ? 104 : 212}
          gap={wide ? 0 : 10}
          inset={!wide}
          head={head}
        />
      )}
      {filtering !== undefined && (
        <Suspense fallback={null}>
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

/** The tabs with their counts; rare ones only while they have orders or are chosen. */
function shownTabs(tabs: readonly Tab[], counts: Counts | undefined, chosen: string) {
  return tabs
    .map((tab) => ({ key: tab.key, label: tab.label, rare: tab.rare, count: countOf(tab, counts) }))
    .filter(({ key, rare, count }) => !rare || key === chosen || (count ?? 0) > 0)
}

function countOf({ statuses, planDue }: Tab, counts: Counts | undefined): number | undefined {
  if (planDue !== undefined) return counts?.plans?.find((one) => one.planDue === planDue)?.count
  if (statuses.length === 0) return undefined
  return counts?.counts?.reduce((sum, { status, count }) => (statuses.includes(status) ? sum + count : sum), 0)
}

/** Clears the list's own choice of stores when another store is chosen for the whole app. */
function useStoreSwitch(storeId: string | null, onSwitch: () => void): void {
  const before = useRef(storeId)
  useEffect(() => {
    if (before.current !== storeId) onSwitch()
    before.current = storeId
  })
}
