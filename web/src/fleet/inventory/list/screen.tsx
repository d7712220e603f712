import './list.css'
import { fleetGroupNames } from '@cheyi/domain/fleet/inventory/fleet-group'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { calls } from '../../../kernel/call/calls.ts'
import { useWide } from '../../../kernel/device/media-query.ts'
import { useLast } from '../../../kernel/last.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { linkTo } from '../../../kernel/page/reach.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { Items, useHasTable } from '../../../page/list/items.tsx'
import { useListPage } from '../../../page/list/use-list-page.tsx'
import { usePicked } from '../../../page/list/use-picked.tsx'
import { open } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { useExport } from '../../../platform/job/parts/use-export.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Chip, ChipRow } from '../../../ui/frame/chips.tsx'
import { SearchHead } from '../../../ui/frame/search-head.tsx'
import { Tabs } from '../../../ui/frame/tabs.tsx'
import { useModels } from '../../model/parts/models.ts'
import { useCurrentStore } from '../../store/parts/current-store.ts'
import { useStoreFilter } from '../../store/parts/use-store-filter.ts'
import { ScanSign } from '../parts/scan-sign.tsx'
import { inventoryScreens } from '../screens.ts'
import { chipsOf, groupOf, inputOf, noFilter, tabs } from './filter.ts'
import { FleetBar } from './fleet-bar.tsx'
import { vehicleColumns } from './vehicle-columns.tsx'

/** The fleet: cars that are available, in maintenance or rented. */
export default function Inventory() {
  const values = useScreen(inventoryScreens.list)
  const patch = usePatch()
  const wide = useWide()
  const storeId = useStoreFilter()
  const { stores } = useCurrentStore()
  const models = useModels(values.modelId !== undefined)
  const mayEdit = useMay('inventory.edit')
  const mayExport = useMay('inventory.export')
  const hasTable = useHasTable()
  const filter = inputOf(values, storeId)
  const input = hasTable ? { ...filter, sort: values.sort } : filter
  const chips = chipsOf(values, (id) => models.find((one) => one.modelId === id)?.name)
  const create = mayEdit ? () => go(inventoryScreens.edit, { id: '0' }) : undefined
  const isNarrowed = chips.length > 0 || values.keyword !== '' || values.group !== ''
  const fleet = useListPage(calls.inventory.list, input, {
    noun: '车辆',
    keyOf: ({ vehicleId }) => vehicleId,
    narrowed: isNarrowed ? { clear: () => patch({ ...noFilter, keyword: undefined, group: undefined }) } : undefined,
    empty: {
      title: '暂无车辆，点击新建或导入',
      second: create && { label: '导入表格', onClick: () => go(inventoryScreens.import, {}) },
    },
    add: create && { label: '新建车辆', onClick: create },
  })
  const counts = useLast(fleet.first?.counts)
  async function narrow() {
    const changes = await open(() => import('./filter-sheet.tsx'), { values })
    if (changes) patch(changes)
  }
  const picked = usePicked(
    fleet,
    mayEdit
      ? {
          most: 500,
          unit: '辆',
          whole: fleet.first?.total ?? undefined,
          nameOf: ({ plate }) => displayPlate(plate),
          run: (cars, all) =>
            open(() => import('./batch-sheet.tsx'), {
              of: all ? { filter } : { vehicleIds: cars.map(({ vehicleId }) => vehicleId) },
              count: all ? (fleet.first?.total ?? 0) : cars.length,
            }),
        }
      : undefined,
    hasTable,
  )
  async function more() {
    const mayPick = picked.begin !== undefined
    if ((await open(() => import('./more-sheet.tsx'), { filter, mayPick })) === 'batch') picked.begin?.()
  }
  const exporting = useExport(calls.inventory.exportFleet, '导出车辆')

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
        <FleetBar title={stores.find(({ id }) => id === storeId)?.name ?? '全部门店'} counts={counts} />
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
            roomy={!wide || hasTable}
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
      footer={picked.bar}
    >
      <Items
        of={fleet}
        first={fleet.first}
        label="车辆列表"
        columns={vehicleColumns}
        unit="辆"
        order={{ by: values.sort, choose: (sort) => patch({ sort: sort === 'state' ? undefined : sort }) }}
        link={(reach, { vehicleId }) => linkTo(reach, inventoryScreens.detail, { id: vehicleId })}
        picked={picked}
        onExport={mayExport ? (looks) => void exporting.run({ ...input, ...looks }) : undefined}
        head={head}
        groupOf={({ group }) => (group === null ? '已处置' : fleetGroupNames[group])}
      />
    </Page>
  )
}
