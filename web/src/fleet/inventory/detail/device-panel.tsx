import { onlineStates } from '@cheyi/domain/fleet/vehicle-control/codes'
import { formatNear } from '@cheyi/domain/near'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { mayOpen, useMay, useUser } from '../../../kernel/user.ts'
import { Answer } from '../../../page/answer.tsx'
import { None } from '../../../page/detail.tsx'
import { Card, CardMore, Cell } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { vehicleControlScreens } from '../../vehicle-control/screens.ts'
import type { VehicleDetail } from '../parts/vehicle-words.ts'

interface PanelProps {
  readonly vehicle: VehicleDetail
  readonly now: number
}

/** The device in the car and the time of its last report; renders nothing without the permission to see positions. */
export function DevicePanel(props: PanelProps) {
  return useMay('vehicleControl') ? <Device {...props} /> : null
}

function Device({ vehicle: { vehicleId }, now }: PanelProps) {
  const found = useRead(calls.vehicleControl.ofVehicle, { vehicleId })
  const mayBind = mayOpen(vehicleControlScreens.device, useUser())
  const extra = mayBind && <CardMore onClick={() => go(vehicleControlScreens.device, {})}>设备</CardMore>
  return (
    <Answer of={found}>
      {({ device }) =>
        device === null ? (
          <None of="车载设备" add={extra} />
        ) : (
          <Card pad title="车载设备" extra={extra}>
            <Cell
              label={device.phone}
              note={device.lastMsgAt === null ? '从未上报' : `${formatNear(device.lastMsgAt, now)}上报`}
              extra={
                <Tag tone={device.state === onlineStates.code.online ? 'success' : 'neutral'}>
                  {onlineStates.text(device.state)}
                </Tag>
              }
              onClick={() => go(vehicleControlScreens.detail, { vehicleId })}
            />
          </Card>
        )
      }
    </Answer>
  )
}
