import './list.css'
import { lazy, useState } from 'react'
import { calls } from '../../../kernel/call/calls.ts'
import { useDesktop, useWide } from '../../../kernel/device/media-query.ts'
import { useLast } from '../../../kernel/last.ts'
import { useNow } from '../../../kernel/now.ts'
import { useHasBeside, usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { RowsOf, useListPage } from '../../../page/list/use-list-page.tsx'
import { useTable } from '../../../page/list/use-table.ts'
import { open } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { Button, IconButton, MainButton } from '../../../ui/button.tsx'
import { Chip, ChipRow } from '../../../ui/frame/chips.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { SearchHead } from '../../../ui/frame/search-head.tsx'
import { LazyArea } from '../../../ui/frame/skeleton.tsx'
import { Segmented, Tabs } from '../../../ui/frame/tabs.tsx'
import { Grid, Text } from '../../../ui/layout.tsx'
import { useModels } from '../../model/parts/models.ts'
import { useCurrentStore } from '../../store/parts/current-store.ts'
import { useStoreFilter } from '../../store/parts/use-store-filter.ts'
import { ScanSign } from '../parts/scan-sign.tsx'
import { inventoryScreens } from '../screens.ts'
import { chipsOf, groupOf, inputOf, noFilter, rowsOf, tabs } from './filter.ts'
import { FleetBar } from './fleet-bar.tsx'
import { VehicleRow, VehicleTile } from './vehicle-row.tsx'

const VehicleTable = lazy(() => import('./vehicle-table.tsx'))

const looks = [
  { value: 'rows', label: '列表' },
  { value: 'tiles', label: '宫格' },
  { value: 'table', label: '表格' },
] as const

/** The fleet: cars that are available, in maintenance or rented. */
export default function Inventory() {
  const values = useScreen(inventoryScreens.list)
  const patch = usePatch()
  const wide = useWide()
  const now = useNow()
  const storeId = useStoreFilter()
  const { stores } = useCurrentStore()
  const models = useModels(values.modelId !== undefined)
  const mayEdit = useMay('inventory.edit')
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  /** The choice covers all cars that match the filter, including those not loaded yet. */
  const [everything, setEverything] = useState(false)
  const table = useTable(values)
  const filter = inputOf(values, storeId)
  const input = table.on ? { ...filter, sort: values.sort } : filter
  const chips = chipsOf(values, (id) => models.find((one) => one.modelId === id)?.name)
  const create = mayEdit ? () => go(inventoryScreens.edit, { id: '0' }) : undefined
  const isNarrowed = chips.length > 0 || values.keyword !== '' || values.group !== ''
  const fleet = useListPage(calls.inventory.list, input, {
    noun: '车辆',
    keyOf: ({ vehicleId }) => vehicleId,
    narrowed: isNarrowed ? { clear: () => patch({ ...noFilter, keyword: undefined, group: undefined }) } : undefined,
    empty: {
      title: '暂无车辆，点击新增或导入',
      second: create && { label: '导入表格', onClick: () => go(inventoryScreens.import, {}) },
    },
    add: create && { label: '新增车辆', onClick: create },
  })
  const counts = useLast(fleet.first?.counts)
  async function narrow() {
    const changes = await open(() => import('./filter-sheet.tsx'), { values })
    if (changes) patch(changes)
  }
  async function more() {
    const begun = await open(() => import('./more-sheet.tsx'), { filter })
    if (begun === 'batch') choose(new Set())
  }
  const choose = (ids: ReadonlySet<string> | null, all = false) => {
    setChosen(ids)
    setEverything(all)
  }
  async function batch() {
    const of = everything ? { filter } : { vehicleIds: [...(chosen ?? [])] }
    if (await open(() => import('./batch-sheet.tsx'), { of, count })) choose(null)
  }
  const picking = chosen !== null
  const desktop = useDesktop()
  const abreast = useHasBeside() || !desktop ? 2 : 5
  const look = table.on ? 'table' : values.look === 'tiles' ? 'tiles' : 'rows'
  const switcher = (
    <Segmented
      label="显示方式"
      options={table.possible ? looks : looks.slice(0, 2)}
      value={look}
      onChange={(next) => {
        table.turn(next === 'table')
        if (next === 'tiles') patch({ look: next })
      }}
    />
  )
  const loaded = fleet.items.map(({ vehicleId }) => vehicleId)
  const total = fleet.first?.total ?? loaded.length
  const count = everything ? total : (chosen?.size ?? 0)

  function toggle(id: string) {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    choose(next)
  }

  const narrowing = chips.length > 0 && (
    <ChipRow>
      {chips.map(({ key, text }) => (
        <Chip key={key} on onRemove={() => patch({ [key]: undefined })}>
          {text}
        </Chip>
      ))}
    </ChipRow>
  )
  const head = (
    <>
      {counts && counts.all > 0 && (
        <FleetBar title={stores.find(({ id }) => id === storeId)?.name ?? '全部门店'} counts={counts}>
          {switcher}
        </FleetBar>
      )}
      {narrowing}
    </>
  )
  return (
    <Page
      fill
      onBack={wide ? null : undefined}
      right={
        <>
          {fleet.refresh}
          <IconButton name="more" label="更多操作" onClick={() => void more()} />
        </>
      }
      head={
        <>
          <SearchHead
            value={values.keyword}
            onChange={(keyword) => patch({ keyword })}
            placeholder="车牌、车架号、车型"
            filters={chips.length}
            onFilter={() => void narrow()}
            roomy={!wide || table.on}
            extra={<ScanSign sign="plate" onRead={(keyword) => patch({ keyword })} />}
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
            <Button size="l" onClick={() => choose(null)}>
              取消
            </Button>
            <Button size="l" onClick={() => choose(new Set(everything ? [] : loaded), !everything)}>
              {everything ? '全不选' : `全选 ${total} 辆`}
            </Button>
            <MainButton reason={count === 0 ? '请先选择车辆' : undefined} onClick={() => void batch()}>
              {`操作 ${count} 辆`}
            </MainButton>
          </ActionBar>
        )
      }
    >
      {table.on && !picking ? (
        <LazyArea>
          {narrowing}
          <VehicleTable of={fleet} look={table} input={input} sort={values.sort} onChange={patch}>
            {switcher}
            <span role="status">{`共 ${total} 辆`}</span>
          </VehicleTable>
        </LazyArea>
      ) : (
        <RowsOf
          key={look}
          of={fleet}
          label="车辆列表"
          items={rowsOf(fleet.items, picking ? 'rows' : look, abreast)}
          keyOf={(row) => row.key}
          render={(row) =>
            row.type === 'head' ? (
              <Text as="h2" pad={[12, 4, 0]} note weight="m">
                {row.text}
              </Text>
            ) : look === 'tiles' && !picking ? (
              <Grid columns={abreast} gap={8}>
                {row.cars.map((car) => (
                  <VehicleTile key={car.vehicleId} car={car} now={now} current={car.vehicleId === fleet.current} />
                ))}
              </Grid>
            ) : (
              <VehicleRow
                car={row.cars[0]!}
                now={now}
                current={row.cars[0]!.vehicleId === fleet.current}
                chosen={picking ? everything || chosen.has(row.key) : undefined}
                onToggle={() => toggle(row.key)}
              />
            )
          }
          estimate={look === 'tiles' ? 92 : 104}
          gap={8}
          head={head}
        />
      )}
    </Page>
  )
}
