import { plateColors } from '@cheyi/domain/fleet/inventory/codes'
import { type VehicleColumn, vehicleColumnKeys, vehicleColumns } from '@cheyi/domain/fleet/inventory/columns'
import { nextText } from '@cheyi/domain/fleet/inventory/next'
import { type ExpiryKind, expiriesOf } from '@cheyi/domain/fleet/inventory/papers'
import { formatKm } from '@cheyi/domain/length'
import { localDate } from '@cheyi/domain/time'
import type { ReactNode } from 'react'
import { calls } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { ListTable, type TableColumn, type TableFormat } from '../../../page/list/list-table.tsx'
import type { ListView } from '../../../page/list/use-list-page.tsx'
import type { TableLook } from '../../../page/list/use-table.ts'
import { useExport } from '../../../platform/job/parts/use-export.ts'
import { Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { stateMark, type VehicleCard } from '../parts/vehicle-words.ts'
import { inventoryScreens } from '../screens.ts'
import type { Changes, ListInput, ListValues } from './filter.ts'
import { VehicleLink } from './vehicle-row.tsx'

interface VehicleTableProps {
  readonly of: Omit<ListView<VehicleCard>, 'first'>
  readonly look: TableLook
  readonly input: ListInput
  readonly sort: ListValues['sort']
  readonly onChange: (changes: Changes) => void
  readonly children: ReactNode
}

type Drawn = Omit<TableColumn<VehicleCard>, 'key' | 'title'>

/** The fleet as a dense table with the columns that the user chose. */
export default function VehicleTable({ of, look, input, sort, onChange, children }: VehicleTableProps) {
  const now = useNow()
  const mayExport = useMay('inventory.export')
  const exporting = useExport(calls.inventory.exportFleet, '导出车辆')
  const make = (columns: readonly string[], format: TableFormat) =>
    exporting.run({ ...input, columns: columns as VehicleColumn[], format })
  return (
    <ListTable
      of={of}
      look={look}
      label="车辆列表"
      columns={vehicleColumnKeys.map((key) => ({ key, title: vehicleColumns[key], ...drawnAt(now)[key] }))}
      sort={sort}
      onSort={(by) => onChange({ sort: by === 'state' ? undefined : by })}
      onOpen={({ vehicleId: id }) => go(inventoryScreens.detail, { id })}
      onExport={mayExport ? (columns, format) => void make(columns, format) : undefined}
    >
      {children}
    </ListTable>
  )
}

const drawnAt = (now: number): Readonly<Record<VehicleColumn, Drawn>> => {
  /** A day that is near or past is shown only in color here; the text is in the tags of the list. */
  const paper = (kind: ExpiryKind, rest?: Partial<Drawn>): Drawn => ({
    width: 100,
    ...rest,
    cell({ expiry }) {
      const near = expiriesOf(expiry, localDate(now)).find((one) => one.kind === kind)
      return <Text ink={near && (near.daysLeft <= 7 ? 'danger' : 'warning')}>{expiry[kind]}</Text>
    },
  })
  return {
    plate: {
      width: 116,
      first: true,
      sort: 'plate',
      cell: (car) => (
        <VehicleLink car={car} current={false} className="row-link">
          <Plate plate={car.plate} size="s" />
        </VehicleLink>
      ),
    },
    state: {
      width: 92,
      first: true,
      sort: 'state',
      cell(car) {
        const { text, tone } = stateMark(car)
        return <Tag tone={tone}>{text}</Tag>
      },
    },
    model: { width: 140, first: true, cell: (car) => car.modelName },
    next: { width: 200, first: true, cell: (car) => nextText(car, now) },
    store: { width: 116, first: true, cell: (car) => car.storeName },
    parkingNote: { width: 92, first: true, cell: (car) => car.parkingNote },
    odometer: { width: 96, first: true, end: true, sort: 'odometer', cell: (car) => formatKm(car.odometerKm) },
    plateColor: { width: 88, cell: (car) => plateColors.text(car.plateColor) },
    insurance: paper('insurance', { first: true, sort: 'expiry' }),
    commercial: paper('commercial'),
    inspection: paper('inspection', { first: true }),
    plateExpiry: paper('plate'),
  }
}
