import '../inventory.css'
import './list.css'
import { lazy, Suspense, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useCurrentStore } from '../../kernel/current-store.ts'
import { useLast } from '../../kernel/last.ts'
import { useList } from '../../kernel/lists.ts'
import { useWide } from '../../kernel/media-query.ts'
import { useNow } from '../../kernel/now.ts'
import { useBeside, usePatch, useScreen } from '../../kernel/pages.tsx'
import { go, goBack } from '../../kernel/router.ts'
import { useMay } from '../../kernel/user.ts'
import { useModels } from '../../order/parts/models.ts'
import { useStoreFilter } from '../../order/parts/use-store-filter.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Chip, ChipRow } from '../../ui/chips.tsx'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { ActionBar, PageFrame } from '../../ui/page-frame.tsx'
import { RefreshButton } from '../../ui/pull.tsx'
import { SearchHead } from '../../ui/search-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { inventoryScreens } from '../screens.ts'
import { type Changes, chipsOf, groupOf, inputOf, noFilter, type Row, rowsOf, tabs } from './filter.ts'
import { FleetBar } from './fleet-bar.tsx'
import { VehicleRow, VehicleTile } from './vehicle-row.tsx'

const FilterSheet = lazy(() => import('./filter-sheet.tsx'))
const MoreSheet = lazy(() => import('./more-sheet.tsx'))
const BatchSheet = lazy(() => import('./batch-sheet.tsx'))

type Sheet = 'filter' | 'more' | 'batch'

/** The fleet: what can go out, what is being looked after, what is out. */
export default function Inventory() {
  const values = useScreen(inventoryScreens.list)
  const patch = usePatch()
  const wide = useWide()
  const now = useNow()
  const storeId = useStoreFilter()
  const { stores } = useCurrentStore()
  const models = useModels(values.modelId !== undefined)
  const mayEdit = useMay('inventory.edit')
  const [sheet, setSheet] = useState<Sheet>()
  const [seen, setSeen] = useState<Sheet>()
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const input = inputOf(values, storeId)
  const fleet = useList(calls.inventory.list, input, { quiet: true })
  const counts = useLast(fleet.first?.counts)
  const open = useBeside(inventoryScreens.detail)?.id
  const chips = chipsOf(values, (id) => models.find((one) => one.modelId === id)?.name)
  const show = (one: Sheet) => {
    setSheet(one)
    setSeen(one)
  }
  const apply = (changes: Changes) => patch(changes)
  const create = mayEdit ? () => go(inventoryScreens.edit, { id: '0' }) : undefined
  const picking = chosen !== null
  const allChosen = picking && chosen.size > 0 && fleet.items.every(({ vehicleId }) => chosen.has(vehicleId))

  function toggle(id: string) {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }

  const head = (
    <>
      {counts && counts.all > 0 && (
        <FleetBar
          title={stores.find(({ id }) => id === storeId)?.name ?? '全部门店'}
          counts={counts}
          look={values.look}
          onLook={(look) => patch({ look: look === 'rows' ? undefined : look })}
        />
      )}
      {chips.length > 0 && (
        <ChipRow>
          {chips.map(({ key, text }) => (
            <Chip key={key} on onRemove={() => patch({ [key]: undefined })}>
              {text}
            </Chip>
          ))}
        </ChipRow>
      )}
    </>
  )
  const refresh = <RefreshButton busy={fleet.isRefreshing} onRefresh={() => void fleet.restart()} />
  return (
    <PageFrame
      fill
      header={
        <>
          <NavBar
            title="车辆管理"
            onBack={wide ? undefined : () => goBack('/')}
            right={
              <>
                {refresh}
                <IconButton name="more" label="更多操作" onClick={() => show('more')} />
              </>
            }
          />
          <SearchHead
            value={values.keyword}
            onChange={(keyword) => patch({ keyword })}
            placeholder="车牌、车架号、车型"
            filters={chips.length}
            onFilter={() => show('filter')}
            roomy={!wide}
          />
          <Tabs
            label="车辆分组"
            items={tabs.map(({ key, label }) => ({ key, label, count: counts?.[key === '' ? 'all' : key] }))}
            value={groupOf(values) ?? ''}
            onChange={(group) => patch({ group: group || undefined })}
          />
        </>
      }
      footer={
        picking && (
          <ActionBar>
            <Button size="l" onClick={() => setChosen(null)}>
              取消
            </Button>
            <Button
              size="l"
              onClick={() => setChosen(new Set(allChosen ? [] : fleet.items.map(({ vehicleId }) => vehicleId)))}
            >
              {allChosen ? '全不选' : `全选 ${fleet.items.length} 辆`}
            </Button>
            <Button
              variant="primary"
              size="l"
              block
              reason={chosen.size === 0 ? '请先选择车辆' : undefined}
              onClick={() => show('batch')}
            >
              {`操作 ${chosen.size} 辆`}
            </Button>
          </ActionBar>
        )
      }
    >
      <VirtualList<Row>
        key={JSON.stringify([input, values.look])}
        label="车辆列表"
        items={rowsOf(fleet.items, picking ? 'rows' : values.look)}
        keyOf={(row) => row.key}
        render={(row) =>
          row.type === 'head' ? (
            <h2 className="inventory-group">{row.text}</h2>
          ) : values.look === 'tiles' && !picking ? (
            <div className="inventory-tiles">
              {row.cars.map((car) => (
                <VehicleTile key={car.vehicleId} car={car} now={now} current={car.vehicleId === open} />
              ))}
            </div>
          ) : (
            <VehicleRow
              car={row.cars[0]!}
              now={now}
              current={row.cars[0]!.vehicleId === open}
              chosen={picking ? chosen.has(row.key) : undefined}
              onToggle={() => toggle(row.key)}
            />
          )
        }
        estimate={values.look === 'tiles' ? 92 : 96}
        gap={8}
        inset
        more={fleet.hasMore}
        loading={fleet.isLoadingMore}
        failed={fleet.moreFailed}
        onMore={fleet.loadMore}
        onRefresh={fleet.restart}
        head={head}
        reveal={wide ? open : undefined}
        instead={instead(fleet, {
          filtered: chips.length > 0 || values.keyword !== '' || values.group !== '',
          onClear: () => patch({ ...noFilter, keyword: undefined, group: undefined }),
          onCreate: create,
        })}
      />
      <Suspense>
        {seen === 'filter' && (
          <FilterSheet open={sheet === 'filter'} onClose={() => setSheet(undefined)} values={values} onApply={apply} />
        )}
        {seen === 'more' && (
          <MoreSheet
            open={sheet === 'more'}
            onClose={() => setSheet(undefined)}
            filter={input}
            onBatch={() => setChosen(new Set())}
          />
        )}
        {seen === 'batch' && chosen && (
          <BatchSheet
            open={sheet === 'batch'}
            onClose={() => setSheet(undefined)}
            cars={fleet.items.filter(({ vehicleId }) => chosen.has(vehicleId))}
            onDone={() => setChosen(null)}
          />
        )}
      </Suspense>
    </PageFrame>
  )
}

type Fleet = Pick<ReturnType<typeof useList>, 'isPending' | 'error' | 'items' | 'restart'>

function instead(
  fleet: Fleet,
  { filtered, onClear, onCreate }: { filtered: boolean; onClear: () => void; onCreate?: () => void },
) {
  if (fleet.isPending) return <Skeleton cards={6} shape="rows" />
  if (fleet.error)
    return (
      <LoadError
        title={fleet.error.kind === 'lost' ? '网络不稳定' : '加载失败'}
        note={fleet.error.kind === 'lost' ? '车辆没有加载出来' : fleet.error.message}
        onRetry={() => void fleet.restart()}
      />
    )
  if (fleet.items.length > 0) return undefined
  if (filtered) return <Empty art="search" title="没有匹配的车辆" action={{ label: '清除筛选', onClick: onClear }} />
  return (
    <Empty
      title="暂无车辆，点击新增或导入"
      action={onCreate && { label: '新增车辆', onClick: onCreate }}
      second={onCreate && { label: '导入表格', onClick: () => go(inventoryScreens.import, {}) }}
    />
  )
}
