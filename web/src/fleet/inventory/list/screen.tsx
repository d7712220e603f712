import './list.css'
import { plateColors } from '@cheyi/domain/fleet/inventory/codes'
import { vehicleColumns as titles, type VehicleColumn } from '@cheyi/domain/fleet/inventory/columns'
import { fleetGroupNames, fleetGroups } from '@cheyi/domain/fleet/inventory/fleet-group'
import { nextText } from '@cheyi/domain/fleet/inventory/next'
import { type ExpiryKind, expiriesOf } from '@cheyi/domain/fleet/inventory/papers'
import { formatKm } from '@cheyi/domain/length'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { localDate } from '@cheyi/domain/time'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useWide } from '../../../kernel/device/media-query.ts'
import { useLast } from '../../../kernel/last.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, useMay } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { Items, useHasTable } from '../../../page/list/items.tsx'
import { useListPage } from '../../../page/list/use-list-page.tsx'
import { usePicked } from '../../../page/list/use-picked.tsx'
import { open } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { useExport } from '../../../platform/job/parts/use-export.ts'
import { useCurrentStore, useStoreFilter } from '../../../platform/store/parts/current-store.ts'
import { Chip, ChipRow } from '../../../ui/frame/chips.tsx'
import { SearchHead } from '../../../ui/frame/search-head.tsx'
import { Tabs } from '../../../ui/frame/tabs.tsx'
import { Card, IconButton, Row, Stack, Text } from '../../../ui/layout.tsx'
import { CarPicture } from '../../../ui/media/car-silhouette.tsx'
import { ShareBar, ShareNames } from '../../../ui/show/shares.tsx'
import { useModels } from '../../model/parts/models.ts'
import { ScanSign } from '../parts/scan-sign.tsx'
import { expiryMarks, stateMark, type VehicleCard } from '../parts/vehicle-words.ts'
import { inventoryScreens } from '../screens.ts'
import { chipsOf, groupOf, inputOf, noFilter, tabs } from './filter.ts'

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

interface FleetBarProps {
  readonly title: string
  readonly counts: NonNullable<OutputOf<typeof calls.inventory.list>['counts']>
}

const tones = { free: 'success', rented: 'primary', care: 'warning', off: 'neutral' } as const

/** The number of cars and the share of each group. */
function FleetBar({ title, counts }: FleetBarProps) {
  const shares = fleetGroups
    .filter((group) => counts[group] > 0)
    .map((group) => ({ key: group, label: fleetGroupNames[group], count: counts[group], tone: tones[group] }))
  return (
    <Stack as={Card} gap={10} pad={16} className="inventory-bar">
      <Row gap={12} justify="between" note>
        <Text cut>{title}</Text>
        <span className="num">
          <Text as="b" ink={1} size="m">
            {counts.all}
          </Text>{' '}
          辆 · {counts.models} 款车型
        </span>
      </Row>
      <div role="img" aria-label={shares.map(({ label, count }) => `${label} ${count} 辆`).join('，')}>
        <ShareBar shares={shares} />
      </div>
      <Row gap={12} note>
        <ShareNames shares={shares} />
      </Row>
    </Stack>
  )
}

/** A day that is near or past; on a card a tag says so. */
const paper = (key: VehicleColumn, kind: ExpiryKind): ListColumn<VehicleCard, VehicleColumn> => ({
  key,
  title: titles[key],
  kind: 'text',
  width: 88,
  card: 'none',
  extra: kind !== 'insurance' && kind !== 'inspection',
  // The column of the plate's own day stands on few cars, and its name is the sort by the plate itself.
  ...(kind !== 'plate' && { sort: kind }),
  of: ({ expiry }) => expiry[kind],
  inkOf({ expiry }, now) {
    const near = expiriesOf(expiry, localDate(now)).find((one) => one.kind === kind)
    return near && (near.daysLeft <= 7 ? 'danger' : 'warning')
  },
})

/** What is known of a car: table, card, and export file. */
const vehicleColumns: readonly ListColumn<VehicleCard, VehicleColumn>[] = [
  {
    key: 'picture',
    title: '图片',
    kind: 'picture',
    Picture: ({ item }) => <CarPicture image={item.image} carType={item.carType} />,
  },
  {
    key: 'plate',
    title: titles.plate,
    kind: 'plate',
    width: 108,
    card: 'title',
    sort: 'plate',
    of: ({ plate }) => plate,
  },
  {
    key: 'state',
    title: titles.state,
    kind: 'tag',
    width: 80,
    card: 'end',
    sort: 'state',
    of: (car) => [stateMark(car)],
  },
  {
    key: 'papers',
    title: '证件提醒',
    kind: 'tag',
    only: 'card',
    of: (car, now) => expiryMarks(car, now),
  },
  { key: 'model', title: titles.model, kind: 'text', width: 120, card: 'title', of: ({ modelName }) => modelName },
  { key: 'next', title: titles.next, kind: 'text', width: 168, card: 'note', of: (car, now) => nextText(car, now) },
  { key: 'store', title: titles.store, kind: 'text', width: 100, of: ({ storeName }) => storeName },
  {
    key: 'odometer',
    title: titles.odometer,
    kind: 'number',
    width: 84,
    sort: 'odometer',
    of: ({ odometerKm }) => odometerKm,
    words: formatKm,
  },
  { key: 'parkingNote', title: titles.parkingNote, kind: 'text', width: 80, of: ({ parkingNote }) => parkingNote },
  {
    key: 'plateColor',
    title: titles.plateColor,
    kind: 'text',
    width: 88,
    card: 'none',
    extra: true,
    of: ({ plateColor }) => plateColors.text(plateColor),
  },
  paper('insurance', 'insurance'),
  paper('commercial', 'commercial'),
  paper('inspection', 'inspection'),
  paper('plateExpiry', 'plate'),
]
