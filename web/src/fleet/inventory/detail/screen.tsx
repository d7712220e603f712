import './detail.css'
import {
  documentKind,
  documentKinds,
  insuranceKinds,
  isDisposed,
  isInService,
  ownerships,
  plateColors,
  plateKinds,
  useNatures,
} from '@cheyi/domain/fleet/inventory/codes'
import { nextText } from '@cheyi/domain/fleet/inventory/next'
import { EXPIRY_WARN_DAYS, expiryText, sumInsuredText } from '@cheyi/domain/fleet/inventory/papers'
import { ticketKinds } from '@cheyi/domain/fleet/ticket/codes'
import { isOpenTicket, statusWord, ticketProfiles } from '@cheyi/domain/fleet/ticket/kinds'
import { onlineStates } from '@cheyi/domain/fleet/vehicle-control/codes'
import { formatKm } from '@cheyi/domain/length'
import { formatMoney } from '@cheyi/domain/money'
import { formatNear } from '@cheyi/domain/near'
import { damageKinds, damageStatuses } from '@cheyi/domain/rental/damage/codes'
import { partName } from '@cheyi/domain/rental/pickup-return/parts'
import { epochDayOf, localDate } from '@cheyi/domain/time'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { ownerScreens } from '../../../insight/owner/screens.ts'
import { ask, calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, mayOpen, useMay, useReach, useUser } from '../../../kernel/user.ts'
import { DetailPage, None } from '../../../page/detail.tsx'
import { choose, open } from '../../../page/open.ts'
import { Answer, page, refresh, useAnswers } from '../../../page/page.tsx'
import { view } from '../../../page/view.ts'
import { Card, CardMore, Cell, Grid } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { UnsetDepositsNotice } from '../../model/parts/deposit-gaps-notice.tsx'
import { screensOf } from '../../ticket/screens.ts'
import { vehicleControlScreens } from '../../vehicle-control/screens.ts'
import { ParkingPlace } from '../parts/parking-place.tsx'
import { expiryMarks, stateMark, type VehicleDetail, type VehicleDocument } from '../parts/vehicle-words.ts'
import { inventoryScreens } from '../screens.ts'
import { Actions } from './actions.tsx'
import { CostsPanel } from './costs-panel.tsx'
import { InsurancePanel } from './insurance-panel.tsx'
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

const nameOf = ({ kind, insuranceKind }: VehicleDocument): string =>
  kind === documentKind.policy && insuranceKind !== null ? insuranceKinds.text(insuranceKind) : documentKinds.text(kind)

/** The documents of a car with the remaining days of their validity. */
function DocumentsPanel({ vehicle, now }: { vehicle: VehicleDetail; now: number }) {
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

interface PanelProps {
  readonly vehicle: VehicleDetail
  readonly now: number
}

/** The device in the car and the time of its last report; renders nothing without the permission to see positions. */
function DevicePanel(props: PanelProps) {
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

/** Facts about a car from its documents and its owner. */
function FactsPanel({ vehicle }: { vehicle: VehicleDetail }) {
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
      note: care.due
        ? '已到期，请安排保养'
        : care.dueOn !== null && care.kmPerDay !== null
          ? `按日均 ${care.kmPerDay} km，预计 ${care.dueOn} 到期`
          : undefined,
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

/** Past and planned tickets of the car, the newest first; renders nothing without the permission to see them. */
function TicketsPanel({ vehicle, now }: { readonly vehicle: VehicleDetail; readonly now: number }) {
  const may = useMay(...ticketProfiles.map(({ key }) => key))
  return may ? <Tickets vehicle={vehicle} now={now} /> : null
}

function Tickets({
  vehicle: { vehicleId, lifecycle },
  now,
}: {
  readonly vehicle: VehicleDetail
  readonly now: number
}) {
  const tickets = useRead(calls.ticket.ofVehicle, { vehicleId })
  const reach = useReach()
  const verbs = ticketProfiles
    .filter(({ kind }) => linkTo(reach, screensOf(kind).create, {}))
    .map(({ kind, noun }) => ({ key: String(kind), label: `新建${noun}` }))
  async function add() {
    const kind = verbs.length === 1 ? verbs[0]!.key : await choose('新建工单', verbs)
    if (kind !== undefined) go(screensOf(Number(kind)).create, { vehicleId })
  }
  const extra = isInService(lifecycle) && verbs.length > 0 && <CardMore onClick={() => void add()}>新建</CardMore>
  return (
    <Answer of={tickets}>
      {(list) =>
        list.length === 0 ? (
          <None of="工单" add={extra} />
        ) : (
          <Card pad title="工单" extra={extra}>
            {list.map((ticket) => (
              <Cell
                key={ticket.ticketId}
                label={`${ticketKinds.text(ticket.kind)} · ${ticket.what}`}
                note={`${ticket.no} · ${formatNear(ticket.planStart ?? ticket.createdAt, now)}`}
                extra={<Tag tone={isOpenTicket(ticket) ? 'warning' : 'neutral'}>{statusWord(ticket)}</Tag>}
                onClick={() => go(screensOf(ticket.kind).detail, { ticketId: ticket.ticketId })}
              />
            ))}
          </Card>
        )
      }
    </Answer>
  )
}
