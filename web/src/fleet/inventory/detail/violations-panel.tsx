import { formatNear } from '@cheyi/domain/near'
import { violationStatuses } from '@cheyi/domain/rental/violation/codes'
import { keepsDeposit } from '@cheyi/domain/rental/violation/violation'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, useMay, useReach } from '../../../kernel/user.ts'
import { None } from '../../../page/detail.tsx'
import { Answer } from '../../../page/page.tsx'
import { violationScreens } from '../../../rental/violation/screens.ts'
import { Card, CardMore, Cell } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import type { VehicleDetail } from '../parts/vehicle-words.ts'

interface PanelProps {
  readonly vehicle: VehicleDetail
  readonly now: number
}

/** Violations of the car; renders nothing without the permission to see them. */
export function ViolationsPanel(props: PanelProps) {
  return useMay('violation.list') ? <Violations {...props} /> : null
}

function Violations({ vehicle: { vehicleId, plate }, now }: PanelProps) {
  const violations = useRead(calls.violation.page, { vehicleId, pageSize: 5 })
  const create = linkTo(useReach(), violationScreens.create, { plate })
  const extra = create && <CardMore onClick={() => create.onClick()}>登记</CardMore>
  return (
    <Answer of={violations}>
      {({ list, nextCursor }) =>
        list.length === 0 ? (
          <None of="违章" add={extra} />
        ) : (
          <Card pad title="违章" extra={extra}>
            {list.map(({ violationId, act, status, occurAt, driverName }) => (
              <Cell
                key={violationId}
                label={act}
                note={[formatNear(occurAt, now), driverName].filter(Boolean).join(' · ')}
                extra={<Tag tone={keepsDeposit(status) ? 'warning' : 'neutral'}>{violationStatuses.text(status)}</Tag>}
                onClick={() => go(violationScreens.detail, { violationId })}
              />
            ))}
            {nextCursor !== null && (
              <Cell label="全部违章" onClick={() => go(violationScreens.list, { vehicleId, group: 'all' })} />
            )}
          </Card>
        )
      }
    </Answer>
  )
}
