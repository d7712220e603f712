import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { lifecycles, plateColors, runStates } from '@cheyi/domain/fleet/inventory/codes'
import { type VehicleColumn, vehicleColumns } from '@cheyi/domain/fleet/inventory/columns'
import { nextText } from '@cheyi/domain/fleet/inventory/next'
import { type Cells, listExport } from '../../platform/job/actions.ts'
import { listVehicles } from './list.ts'

type Filter = ParsedOf<(typeof contract.inventory)['exportFleet']>
type Card = OutputOf<(typeof contract.inventory)['list']>['list'][number]

const cellsAt = (now: number): Cells<VehicleColumn, Card> => ({
  plate: [11, (card) => card.plate],
  state: [10, (card) => (card.runState === null ? lifecycles.text(card.lifecycle) : runStates.text(card.runState))],
  model: [20, (card) => card.modelName],
  next: [28, (card) => nextText(card, now)],
  store: [16, (card) => card.storeName],
  parkingNote: [14, (card) => card.parkingNote],
  odometer: [10, (card) => ({ count: card.odometerKm })],
  plateColor: [10, (card) => plateColors.text(card.plateColor)],
  insurance: [12, (card) => card.expiry.insurance ?? ''],
  commercial: [12, (card) => card.expiry.commercial ?? ''],
  inspection: [12, (card) => card.expiry.inspection ?? ''],
  plateExpiry: [12, (card) => card.expiry.plate ?? ''],
})

/** The vehicles of a list as a table of chosen columns, in its order. */
export const exportVehicleList = listExport<Filter, Card, VehicleColumn>({
  kind: 'vehicleListExport',
  key: 'inventory.export',
  title: '车辆',
  unit: '辆',
  titles: vehicleColumns,
  cells: ({ now }) => cellsAt(now),
  page: listVehicles,
})
