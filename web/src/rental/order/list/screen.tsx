import './list.css'
import { type PickupReturnQueryStatus, pickupReturnQueryStatuses } from '@cheyi/domain/booking/order/codes'
import type { OrderColumn } from '@cheyi/domain/booking/order/columns'
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useOrderScreens, useProfile } from '../../../booking/order/parts/profile.ts'
import { ScanSign } from '../../../fleet/inventory/parts/scan-sign.tsx'
import { useModels } from '../../../fleet/model/parts/models.ts'
import { calls, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { useTableWide, useWide } from '../../../kernel/device/media-query.ts'
import { useLast } from '../../../kernel/last.ts'
import { useNow } from '../../../kernel/now.ts'
import { useHasBeside, usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { usePicking } from '../../../kernel/page/picking.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, useMay, useReach } from '../../../kernel/user.ts'
import { HelpButton } from '../../../page/help-button.tsx'
import { Items, useHasTable } from '../../../page/list/items.tsx'
import type { MakeFile } from '../../../page/list/types.ts'
import { useListPage } from '../../../page/list/use-list-page.tsx'
import { useTable } from '../../../page/list/use-table.ts'
import { open } from '../../../page/open.ts'
import { RoomTabs } from '../../../page/rooms.tsx'
import { useSourceNames } from '../../../platform/merchant/parts/sources.ts'
import { useCurrentStore, useStoreFilter } from '../../../platform/store/parts/current-store.ts'
import { Chip, ChipRow } from '../../../ui/frame/chips.tsx'
import { NavBar } from '../../../ui/frame/nav-bar.tsx'
import { PageFrame } from '../../../ui/frame/page-frame.tsx'
import { SearchHead } from '../../../ui/frame/search-head.tsx'
import { Segmented, Tabs } from '../../../ui/frame/tabs.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Box, Button, Row, Text } from '../../../ui/layout.tsx'
import { importScreen, orderScreens, screensOf } from '../screens.ts'
import {
  ALL,
  type Changes,
  chipsOf,
  type Chip as FilterChip,
  inputOf,
  type ListValues,
  noFilter,
  quickFilters,
  sortsOf,
  type Tab,
  tabChange,
  tabOf,
  tabsOf,
} from './filter.ts'
import { OrderCardView } from './order-card.tsx'
import { orderColumns } from './order-columns.tsx'

const FilterSheet = lazy(() => import('./filter-sheet.tsx'))

const looks = [
  { value: 'rows', label: '列表' },
  { value: 'table', label: '表格' },
] as const

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
  const tableWide = useTableWide()
  const isTable = useHasTable()
  const hasBeside = useHasBeside()
  const [kept, keep] = useTable()
  const again = tableWide && !hasBeside && !isTable && kept.on === true
  useLayoutEffect(() => {
    if (again) patch({ look: 'table' })
  }, [again, patch])
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
  const importing = reach.opens(importScreen.path) ? () => go(importScreen) : undefined
  const words = [values.keyword, ...chips.map(({ text }) => text)].filter(Boolean)
  const clear = () =>
    patch({ ...noFilter, keyword: undefined, ...tabChange(tabs[0]!), storeId: storeId ? ALL : undefined })
  const orders = useListPage(calls.order.list, input, {
    noun: '订单',
    keyOf: ({ orderId }) => orderId,
    narrowed: words.length > 0 ? { clear, words } : undefined,
    add: create && { label: '新建订单', onClick: create },
    empty: importing && { title: '暂无订单，点击新建或导入', second: { label: '导入订单', onClick: importing } },
    open: isTable ? undefined : ({ orderId, orderKind }) => go(screensOf(orderKind).detail, { orderId }),
  })
  const mayExport = useMay('order.export')
  // Written without useExport: its separate chunk would be larger than these lines on a first page.
  const exporting = useWrite(calls.order.exportList)
  async function exportAs(looks: Parameters<MakeFile<OrderColumn>>[0]) {
    const asked = await exporting.run({ ...input, ...looks })
    if (asked)
      await open(() => import('../../../platform/job/parts/export-sheet.tsx'), {
        title: '导出订单',
        jobId: asked.jobId,
      })
  }
  function turn(on: boolean) {
    keep({ on })
    if (on && hasBeside) go(screens.list, { ...values, look: 'table' })
    else patch({ look: on ? 'table' : undefined })
  }
  const counts = useLast<Counts>(orders.first?.counts ? orders.first : undefined)
  // On a wide screen the first order is opened, so that the detail pane is never empty.
  const ofKind = orders.items.find(({ orderKind }) => orderKind === kind)
  const first = hasBeside || !wide || isTable || again ? undefined : ofKind?.orderId
  useEffect(() => {
    if (first !== undefined) go(screens.detail, { orderId: first }, { replace: true })
  }, [first, screens])

  const columns = useMemo(() => orderColumns(sourceName, chosen === null), [sourceName, chosen])
  // The detail beside the list has the acts.
  const shown = useMemo(() => (isTable ? columns : columns.filter(({ kind: of }) => of !== 'act')), [isTable, columns])
  const search = (
    <SearchHead
      value={values.keyword}
      onChange={(keyword) => patch({ keyword })}
      placeholder="车牌、手机号、姓名、订单号"
      filters={chips.length}
      onFilter={() => setFiltering(true)}
      roomy={!wide || isTable}
      extra={<ScanSign sign="plate" onRead={(keyword) => patch({ keyword })} />}
    />
  )
  const quick = {
    chips,
    quick: quickFilters.filter((code) => code !== values.pickupReturnQueryStatus),
    onChange: apply,
  }
  const head = isTable ? (
    <QuickFilters {...quick} />
  ) : (
    <ListHead
      {...quick}
      total={orders.first}
      sort={values.sort}
      sorts={sortsOf(values)}
      onTable={tableWide ? () => turn(true) : undefined}
      onExport={mayExport && orders.items.length > 0 ? () => void exportAs(undefined) : undefined}
    />
  )
  return (
    <PageFrame
      fill
      header={
        <>
          {wide ? (
            <Row gap={8} pad={[16, 16, 8]} className="order-list-title">
              <h1>
                {title}
                {isTable && (
                  <Text note num role="status">
                    {totalText(orders.first)}
                  </Text>
                )}
              </h1>
              <HelpButton />
              {isTable && search}
              {isTable && (
                <Segmented
                  label="显示方式"
                  options={looks}
                  value="table"
                  onChange={(value) => turn(value === 'table')}
                />
              )}
              {orders.refresh}
              {create && (
                <Button variant="primary" icon="plus" onClick={create}>
                  新建
                </Button>
              )}
            </Row>
          ) : (
            <NavBar title={title} help={<HelpButton />} right={orders.refresh} />
          )}
          <RoomTabs />
          {!isTable && search}
          <Tabs
            label="订单状态"
            items={shownTabs(tabs, counts, tabOf(values).key)}
            value={tabOf(values).key}
            onChange={(chosen) => patch(tabChange(tabs.find(({ key }) => key === chosen)!))}
          />
        </>
      }
    >
      <Items
        of={orders}
        first={orders.first}
        label="订单列表"
        columns={shown}
        unit="单"
        order={{ by: values.sort, choose: (sort) => patch({ sort: sort === 'next' ? undefined : sort }) }}
        link={(to, { orderId, orderKind }) => linkTo(to, screensOf(orderKind).detail, { orderId })}
        onExport={mayExport ? (looks) => void exportAs(looks) : undefined}
        head={head}
        card={
          wide
            ? undefined
            : {
                draw: (order) => <OrderCardView {...{ order, now, sourceName, storeNamed: chosen === null, reach }} />,
                high: 212,
              }
        }
      />
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

interface QuickProps {
  readonly chips: readonly FilterChip[]
  /** Inactive quick filters. */
  readonly quick: readonly PickupReturnQueryStatus[]
  readonly onChange: (changes: Changes) => void
}

/** The first page, once it is loaded. */
type First = { readonly total: number | null; readonly totalCapped: boolean } | undefined

interface ListHeadProps extends QuickProps {
  readonly total: First
  readonly sort: ListValues['sort']
  readonly sorts: ReturnType<typeof sortsOf>
  /** Switches to the table, in a wide window. */
  readonly onTable: (() => void) | undefined
  /** Exports the orders, for accounts with the permission. */
  readonly onExport: (() => void) | undefined
}

/** `共 12 单`; '' until the total is known. */
const totalText = (first: First): string =>
  typeof first?.total === 'number' ? `共 ${first.total}${first.totalCapped ? '+' : ''} 单` : ''

/** The active filters, and quick filters to add. */
function QuickFilters({ chips, quick, onChange }: QuickProps) {
  return (
    <ChipRow>
      {chips.map(({ key, text, without }) => (
        <Chip key={key} on onRemove={() => onChange(without)}>
          {text}
        </Chip>
      ))}
      {quick.map((code) => (
        <Box
          as="button"
          press
          key={code}
          type="button"
          className="chip chip-open"
          onClick={() => onChange({ pickupReturnQueryStatus: code })}
        >
          {pickupReturnQueryStatuses.text(code)}
        </Box>
      ))}
    </ChipRow>
  )
}

/** Above the rows: active filters, quick filters, the total and the sort order. */
function ListHead({ total, sort, sorts, onTable, onExport, ...quick }: ListHeadProps) {
  async function choose() {
    const chosen = await open(() => import('./sort-sheet.tsx'), { value: sort, sorts })
    if (chosen !== undefined) quick.onChange({ sort: chosen === 'next' ? undefined : chosen })
  }
  return (
    <Box pad={[4, 0, 0]} className="order-list-head">
      <QuickFilters {...quick} />
      <Row pad={[0, 16, 4]} high={32} justify="between" note num>
        <span role="status">{totalText(total)}</span>
        <Row gap={16}>
          {onTable && (
            <Row as="button" gap={4} reach type="button" onClick={onTable}>
              表格
            </Row>
          )}
          {onExport && (
            <Row as="button" gap={4} reach type="button" aria-haspopup="dialog" onClick={onExport}>
              导出
            </Row>
          )}
          <Row as="button" gap={4} reach type="button" aria-haspopup="dialog" onClick={() => void choose()}>
            {sorts.find(({ key }) => key === sort)?.label}
            <Icon name="chevron-down" size={14} />
          </Row>
        </Row>
      </Row>
    </Box>
  )
}
