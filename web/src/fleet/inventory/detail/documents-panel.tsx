import { documentKind, documentKinds, insuranceKinds, isDisposed } from '@cheyi/domain/fleet/inventory/codes'
import { EXPIRY_WARN_DAYS, expiryText, sumInsuredText } from '@cheyi/domain/fleet/inventory/papers'
import { epochDayOf, localDate } from '@cheyi/domain/time'
import { useMay } from '../../../kernel/user.ts'
import { None } from '../../../page/detail.tsx'
import { open } from '../../../page/open.ts'
import { Card, CardMore, Cell } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import type { VehicleDetail, VehicleDocument } from '../parts/vehicle-words.ts'

const nameOf = ({ kind, insuranceKind }: VehicleDocument): string =>
  kind === documentKind.policy && insuranceKind !== null ? insuranceKinds.text(insuranceKind) : documentKinds.text(kind)

/** The documents of a car with the remaining days of their validity. */
export function DocumentsPanel({ vehicle, now }: { vehicle: VehicleDetail; now: number }) {
  const mayEdit = useMay('inventory.edit')
  const today = localDate(now)
  const edit = (document: VehicleDocument | null) =>
    void open(() => import('./document-sheet.tsx'), { vehicle, document })
  const add = mayEdit && !isDisposed(vehicle.lifecycle) && <CardMore onClick={() => edit(null)}>添加</CardMore>
  if (vehicle.documents.length === 0) return <None of="证件与保险" add={add} />
  return (
    <Card title="证件与保险" extra={add}>
      {vehicle.documents.map((one) => (
        <Cell
          key={one.documentId}
          label={nameOf(one)}
          note={[
            one.endOn !== null && `至 ${one.endOn}`,
            [one.insurer, one.no].filter(Boolean).join(' '),
            one.sumInsured !== null && sumInsuredText(one.sumInsured),
            one.endOn === null && (one.media.length > 0 ? `${one.media.length} 张照片` : '已登记'),
          ]
            .filter(Boolean)
            .join(' · ')}
          onClick={mayEdit ? () => edit(one) : undefined}
          extra={one.endOn !== null && <DaysLeft endOn={one.endOn} today={today} />}
        />
      ))}
    </Card>
  )
}

function DaysLeft({ endOn, today }: { endOn: string; today: string }) {
  const days = epochDayOf(endOn) - epochDayOf(today)
  const tone = days < 0 || days <= 7 ? 'danger' : days <= EXPIRY_WARN_DAYS ? 'warning' : 'success'
  return <Tag tone={tone}>{days > EXPIRY_WARN_DAYS ? `剩${days}天` : expiryText(days)}</Tag>
}
