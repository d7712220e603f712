import { isInService } from '@cheyi/domain/fleet/inventory/codes'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { type Asks, useOpened } from '../../../page/opened.tsx'
import { type Action, ActionSheet } from '../../../ui/modal/sheet.tsx'
import type { VehicleDetail } from '../parts/vehicle-words.ts'

type Verb = 'odometer' | 'withdraw' | 'dispose'

interface MoreSheetProps extends Asks<{ readonly verb: Verb; readonly vehicle: VehicleDetail }> {
  readonly vehicleId: string
}

/** Further actions on a car. The sheet reads the current car itself, because the page may still be reloading after a write. */
export default function MoreSheet({ vehicleId, answer }: MoreSheetProps) {
  const { open, close } = useOpened()
  const { data: vehicle } = useRead(calls.inventory.detail, { vehicleId }, { quiet: false })
  if (!vehicle) return null
  return (
    <ActionSheet
      open={open}
      onClose={close}
      title="更多操作"
      actions={actionsOf(vehicle)}
      onPick={(verb) => answer({ verb: verb as Verb, vehicle })}
    />
  )
}

function actionsOf(vehicle: VehicleDetail): (Action & { readonly key: Verb })[] {
  const reason = vehicle.busy ? '车辆在租或有未完结工单' : undefined
  return [
    { key: 'odometer', label: '更正里程', note: '录错时使用，需填写原因', icon: 'gauge' },
    isInService(vehicle.lifecycle)
      ? { key: 'withdraw', label: '下架', icon: 'power', reason }
      : { key: 'dispose', label: '处置', note: '售出、报废或退还，不可恢复', icon: 'trash', danger: true, reason },
  ]
}
