import { ownerships, plateColors, plateKinds, useNatures } from '@cheyi/domain/fleet/inventory/codes'
import { formatKm } from '@cheyi/domain/length'
import { Card } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { ParkingPlace } from '../parts/parking-place.tsx'
import type { VehicleDetail } from '../parts/vehicle-words.ts'

/** Facts about a car from its documents and its owner. */
export function FactsPanel({ vehicle }: { vehicle: VehicleDetail }) {
  const { care } = vehicle
  const energy = [
    vehicle.fuelPct === null ? null : `油 ${vehicle.fuelPct}%`,
    vehicle.batteryPct === null ? null : `电 ${vehicle.batteryPct}%`,
  ].filter(Boolean)
  const rows = [
    {
      label: '车架号',
      value: vehicle.vin,
      note: vehicle.vinChecked ? undefined : '校验位不符，请核对（进口车可忽略）',
    },
    { label: '发动机号', value: vehicle.engineNo },
    { label: '所属门店', value: vehicle.homeStoreName },
    { label: '停放门店', value: vehicle.storeName },
    {
      label: '停放位置',
      value: (vehicle.parkingNote || vehicle.parkingPhoto) && (
        <ParkingPlace note={vehicle.parkingNote} photo={vehicle.parkingPhoto} />
      ),
    },
    { label: '里程', value: formatKm(vehicle.odometerKm) },
    { label: '油电', value: energy.join(' · ') },
    {
      label: '上次保养',
      value: [care.km === null ? '' : formatKm(care.km), care.on ?? ''].filter(Boolean).join(' · '),
    },
    {
      label: '下次保养',
      value: [formatKm(care.nextKm), care.nextOn ?? ''].filter(Boolean).join(' 或 '),
      note: care.due ? '已到期，请安排保养' : undefined,
    },
    { label: '钥匙', value: `${vehicle.keyCount} 把` },
    { label: '取车说明', value: vehicle.keyNote },
    { label: '号牌', value: `${plateKinds.text(vehicle.plateKind)} · ${plateColors.text(vehicle.plateColor)}色` },
    { label: '颜色', value: vehicle.colour },
    { label: '注册日期', value: vehicle.registerOn ?? '' },
    { label: '使用性质', value: useNatures.text(vehicle.useNature) },
    { label: '所有权', value: [ownerships.text(vehicle.ownership), vehicle.ownerName].filter(Boolean).join(' · ') },
    { label: '租赁证号', value: vehicle.rentalCertNo },
    { label: '购买日期', value: vehicle.purchaseOn ?? '' },
    ...(vehicle.purchase === null ? [] : [{ label: '购买价格', value: <Money fen={vehicle.purchase} /> }]),
    { label: '标签', value: vehicle.tags.join('、') },
    { label: '备注', value: vehicle.remark },
  ]
  return (
    <Card pad title="车辆信息">
      <KeyValue rows={rows.filter(({ value }) => value)} />
    </Card>
  )
}
