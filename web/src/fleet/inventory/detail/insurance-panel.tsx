import { formatNear } from '@cheyi/domain/near'
import { insuranceStatuses } from '@cheyi/domain/rental/insurance/codes'
import { isOpenCase } from '@cheyi/domain/rental/insurance/insurance-case'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, useMay, useReach } from '../../../kernel/user.ts'
import { None } from '../../../page/detail.tsx'
import { Answer } from '../../../page/page.tsx'
import { insuranceScreens } from '../../../rental/insurance/screens.ts'
import { Card, CardMore, Cell } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import type { VehicleDetail } from '../parts/vehicle-words.ts'

interface PanelProps {
  readonly vehicle: VehicleDetail
  readonly now: number
}

/** Cases of the car with insurers; renders nothing without the permission to see them. */
export function InsurancePanel(props: PanelProps) {
  return useMay('damage.record') ? <Cases {...props} /> : null
}

function Cases({ vehicle: { vehicleId }, now }: PanelProps) {
  const cases = useRead(calls.insurance.page, { vehicleId, pageSize: 3 })
  const create = linkTo(useReach(), insuranceScreens.create, { vehicleId })
  const extra = create && <CardMore onClick={() => create.onClick()}>登记出险</CardMore>
  return (
    <Answer of={cases}>
      {({ list, nextCursor }) =>
        list.length === 0 ? (
          <None of="保险案件" add={extra} />
        ) : (
          <Card pad title="保险案件" extra={extra}>
            {list.map(({ caseId, status, occurAt, place, insurer, contactName }) => (
              <Cell
                key={caseId}
                label={place || insurer || '出险'}
                note={[formatNear(occurAt, now), contactName].filter(Boolean).join(' · ')}
                extra={<Tag tone={isOpenCase(status) ? 'warning' : 'neutral'}>{insuranceStatuses.text(status)}</Tag>}
                onClick={() => go(insuranceScreens.detail, { caseId })}
              />
            ))}
            {nextCursor !== null && <Cell label="全部案件" onClick={() => go(insuranceScreens.list, { vehicleId })} />}
          </Card>
        )
      }
    </Answer>
  )
}
