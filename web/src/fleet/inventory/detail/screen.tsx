import './detail.css'
import { ownerships } from '@cheyi/domain/fleet/inventory/codes'
import { nextText } from '@cheyi/domain/fleet/inventory/next'
import { formatKm } from '@cheyi/domain/length'
import { formatMoney } from '@cheyi/domain/money'
import { formatNear } from '@cheyi/domain/near'
import { damageKinds, damageStatuses } from '@cheyi/domain/rental/damage/codes'
import { partName } from '@cheyi/domain/rental/pickup-return/parts'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { ownerScreens } from '../../../insight/owner/screens.ts'
import { ask, calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { useMay } from '../../../kernel/user.ts'
import { DetailPage, None } from '../../../page/detail.tsx'
import { page, refresh, useAnswers } from '../../../page/page.tsx'
import { view } from '../../../page/view.ts'
import { Card, Cell, Grid } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { UnsetDepositsNotice } from '../../model/parts/deposit-gaps-notice.tsx'
import { expiryMarks, stateMark, type VehicleDetail } from '../parts/vehicle-words.ts'
import { inventoryScreens } from '../screens.ts'
import { Actions } from './actions.tsx'
import { CostsPanel } from './costs-panel.tsx'
import { DevicePanel } from './device-panel.tsx'
import { DocumentsPanel } from './documents-panel.tsx'
import { FactsPanel } from './facts-panel.tsx'
import { InsurancePanel } from './insurance-panel.tsx'
import { TicketsPanel } from './tickets-panel.tsx'
import { TimelinePanel } from './timeline-panel.tsx'
import { ViolationsPanel } from './violations-panel.tsx'
import { WeeksPanel } from './weeks-panel.tsx'

/** One vehicle: its state and next weeks, what is open on it, its money, papers and history. */
export default page(
  inventoryScreens.detail,
  ({ id: vehicleId }) => {
    const asked = ask(calls.inventory.detail, { vehicleId })
    const [vehicle] = useAnswers(asked)
    const now = useNow()
    const of = { vehicle, now }
    return (
      <DetailPage
        {...headOf(vehicle, now)}
        onRefresh={() => refresh(asked)}
        acts={<Actions vehicle={vehicle} />}
        notices={<UnsetDepositsNotice modelId={vehicle.modelId} />}
        thing={
          <>
            <WeeksPanel vehicleId={vehicleId} now={now} />
            <DamagePanel {...of} />
            <TicketsPanel {...of} />
            <InsurancePanel {...of} />
            <ViolationsPanel {...of} />
            <FactsPanel vehicle={vehicle} />
          </>
        }
        side={
          <>
            <CostsPanel vehicleId={vehicleId} now={now} />
            <OwnerPanel vehicle={vehicle} />
            <DocumentsPanel {...of} />
            <DevicePanel {...of} />
            <PhotosPanel vehicle={vehicle} />
          </>
        }
        log={<TimelinePanel vehicleId={vehicleId} now={now} />}
      />
    )
  },
  { cards: 4, shape: 'detail' },
)

function headOf(vehicle: VehicleDetail, now: number) {
  const { plate, modelName, storeName, parkingNote, odometerKm, group, lacks } = vehicle
  const { text, tone } = stateMark(vehicle)
  const step =
    group === 'off' && lacks.length > 0 ? `${lacks.join('、')}未完善或已过期，补齐后可上架` : nextText(vehicle, now)
  return {
    state: { text, mark: tone },
    subject: <Plate plate={plate} />,
    tags: expiryMarks(vehicle, now),
    next: step === '' ? null : { text: step, late: tone === 'danger' },
    note: [modelName, storeName, parkingNote, formatKm(odometerKm)].filter(Boolean).join(' · '),
  } as const
}

function PhotosPanel({ vehicle: { photos } }: { readonly vehicle: VehicleDetail }) {
  const images = photos.map(({ url }, i) => ({ url, alt: `照片 ${i + 1}` }))
  if (photos.length === 0) return null
  return (
    <Card pad title="照片">
      <Grid fit={84} gap={8} className="vehicle-photos">
        {photos.map(({ mediaId, thumbUrl, url }, i) => (
          <button key={mediaId} type="button" onClick={() => view(images, i)} aria-label={`查看照片 ${i + 1}`}>
            <img src={thumbUrl ?? url} alt="" loading="lazy" />
          </button>
        ))}
      </Grid>
    </Card>
  )
}

/** Damage of the car, the amounts charged for it, and the open cases. */
function DamagePanel({ vehicle, now }: { readonly vehicle: VehicleDetail; readonly now: number }) {
  const reach = useReach()
  const { damages } = vehicle
  if (damages.length === 0) return <None of="车损" />
  return (
    <Card title="车况">
      {damages.map(({ part, kind, charged, status, orderId, orderKind, at }, index) => {
        const link = orderLink(reach, { orderId, orderKind })
        return (
          <Cell
            // biome-ignore lint/suspicious/noArrayIndexKey: a part may occur twice, and the rows are never reordered.
            key={`${part} ${index}`}
            label={[partName(part), kind === null ? '' : damageKinds.text(kind)].filter(Boolean).join(' ')}
            note={[at === null ? '' : formatNear(at, now), charged === null ? '' : `已计收 ${formatMoney(charged)}`]
              .filter(Boolean)
              .join(' · ')}
            extra={status !== null && <Tag tone="warning">{damageStatuses.text(status)}</Tag>}
            onClick={link && (() => link.onClick())}
          />
        )
      })}
    </Card>
  )
}

/** The owner of a car that the merchant does not own, and what was agreed; nothing for its own cars. */
function OwnerPanel({ vehicle: { vehicleId, ownership } }: { readonly vehicle: VehicleDetail }) {
  const reach = useReach()
  const may = useMay('data', 'inventory.edit') && ownership !== ownerships.code.own
  const { data } = useRead(calls.owner.ofCar, { vehicleId }, { enabled: may })
  if (!may || data === undefined) return null
  const { agreement } = data
  if (agreement === null) return <None of={`车主协议（${ownerships.text(ownership)}车辆）`} />
  return (
    <Card title="车主">
      <Cell
        label={agreement.ownerName}
        note={`${agreement.from} 至 ${agreement.to ?? '今后'}，${agreement.terms}`}
        {...linkTo(reach, ownerScreens.detail, { ownerId: agreement.ownerId })}
      />
    </Card>
  )
}
