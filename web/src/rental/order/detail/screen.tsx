import './detail.css'
import './panels.css'
import { type Panel, profileOf } from '@cheyi/domain/booking/order/kinds'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { formatNear } from '@cheyi/domain/near'
import { driverTaskStatuses } from '@cheyi/domain/rental/driver/codes'
import { can } from '@cheyi/domain/step'
import { type ComponentType, useEffect } from 'react'
import { actsOfDetail } from '../../../booking/order/parts/acts.ts'
import { CarOutNotice } from '../../../booking/order/parts/car-out-notice.tsx'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { useProfile } from '../../../booking/order/parts/profile.ts'
import { useDetail, useStaleness } from '../../../booking/order/parts/use-detail.ts'
import { StaleNotice } from '../../../form/stale-notice.tsx'
import { useTableWide, useWide } from '../../../kernel/device/media-query.ts'
import { useNow } from '../../../kernel/now.ts'
import { useBack, useRow, useScreen } from '../../../kernel/page/pages.tsx'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { go } from '../../../kernel/page/router.ts'
import { DetailPage, None } from '../../../page/detail.tsx'
import { NotLoaded } from '../../../page/not-loaded.tsx'
import { useSourceNames } from '../../../platform/merchant/parts/sources.ts'
import { Referred } from '../../../platform/referral/parts/referred.tsx'
import { NavBar } from '../../../ui/frame/nav-bar.tsx'
import { PageFrame } from '../../../ui/frame/page-frame.tsx'
import { Skeleton } from '../../../ui/frame/skeleton.tsx'
import { Steps } from '../../../ui/frame/steps.tsx'
import { Card, CardMore, Cell, Note, Row, Text } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { damageScreens } from '../../damage/screens.ts'
import { useAct } from '../parts/use-act.ts'
import { orderScreens, screensOf } from '../screens.ts'
import { FootActions, HeadActions } from './actions.tsx'
import { CustomerPanel } from './customer-panel.tsx'
import { DepositsPanel } from './deposits-panel.tsx'
import { damageWords, drivesOf, stagesOf } from './detail-words.ts'
import { FeesPanel } from './fees-panel.tsx'
import { headOf } from './head.tsx'
import { InstalmentsPanel } from './instalments-panel.tsx'
import { LogPanel, RemarksPanel } from './notes-panels.tsx'
import { type PanelProps, pageOf } from './panel.ts'
import { AgreementsPanel, RecordsPanel } from './papers-panels.tsx'
import { PeriodPanel } from './period-panel.tsx'
import { VehiclePanel } from './vehicle-panel.tsx'
import { ViolationPanel } from './violation-panel.tsx'

const panels: Readonly<Record<Panel, ComponentType<PanelProps>>> = {
  vehicle: VehiclePanel,
  period: PeriodPanel,
  customer: CustomerPanel,
  drivers: DriversPanel,
  fees: FeesPanel,
  instalments: InstalmentsPanel,
  deposits: DepositsPanel,
  damage: DamagePanel,
  violation: ViolationPanel,
  agreements: AgreementsPanel,
  records: RecordsPanel,
  remarks: RemarksPanel,
  log: LogPanel,
}

/** What stands beside the order: money and papers; and what comes last. */
const side: ReadonlySet<Panel> = new Set([
  'fees',
  'instalments',
  'deposits',
  'damage',
  'violation',
  'agreements',
  'records',
])
const log: ReadonlySet<Panel> = new Set(['remarks', 'log'])

/** One order: its status, all its data, and the permitted actions. */
export default function Detail() {
  const { orderId } = useScreen(orderScreens.detail)
  const detail = useDetail(orderId)
  const wide = useWide()
  const { title } = useRow()
  const back = useBack()
  const { kind } = useProfile()
  const other = detail.data !== undefined && detail.data.orderKind !== kind ? detail.data.orderKind : null
  // Corrects a link that does not know the kind of its order.
  useEffect(() => {
    if (other !== null) go(screensOf(other).detail, { orderId }, { replace: true })
  }, [other, orderId])
  if (detail.data)
    return <Loaded key={orderId} order={detail.data} refetch={detail.refetch} busy={detail.isRefetching} />
  const { error } = detail
  return (
    <PageFrame header={!wide && <NavBar title={title} onBack={back} />}>
      {error === null ? (
        <Skeleton cards={4} shape="detail" />
      ) : (
        <NotLoaded failure={error} onRetry={() => void detail.refetch()} onBack={back} />
      )}
    </PageFrame>
  )
}

type Refetch = ReturnType<typeof useDetail>['refetch']

function Loaded({ order, refetch, busy }: { order: OrderDetail; refetch: Refetch; busy: boolean }) {
  const wide = useTableWide()
  const now = useNow()
  const reach = useReach()
  const sourceName = useSourceNames()
  const staleness = useStaleness(order.orderId)
  const acting = useAct(order, staleness.mark)
  const props: PanelProps = { order, now, reach, acts: actsOfDetail(order, reach), acting }
  const { panels: names } = profileOf(order.orderKind)
  const draw = (name: Panel) => {
    const Shown = panels[name]
    return Shown && <Shown key={name} {...props} />
  }
  async function refresh() {
    const { error } = await refetch()
    if (error) toast(error.message, { error: true })
  }
  return (
    <DetailPage
      {...headOf(order, now, sourceName)}
      steps={<Steps {...stagesOf(order, now, wide)} />}
      onRefresh={refresh}
      isBusy={busy}
      acts={wide ? <HeadActions {...props} /> : <FootActions {...props} />}
      notices={
        <>
          <StaleNotice staleness={staleness} />
          {order.carOut && <CarOutNotice carOut={order.carOut} now={now} />}
          <Referred subject="order" id={order.orderId} />
        </>
      }
      thing={names.filter((name) => !side.has(name) && !log.has(name)).map(draw)}
      side={names.filter((name) => side.has(name)).map(draw)}
      log={names.filter((name) => log.has(name)).map(draw)}
    />
  )
}

/** Damage of the rental: the charge at the return, the number of cases, and links to them and to a new case. */
function DamagePanel({ order, reach }: PanelProps) {
  const { orderId, counts, chargedDamage, status } = order
  const record = linkTo(reach, damageScreens.record, { orderId })
  const create = can(orderSteps, 'damage', status).ok ? linkTo(reach, damageScreens.create, { orderId }) : undefined
  const add = create && <CardMore onClick={() => create.onClick()}>登记车损</CardMore>
  if (counts.damage === 0 && chargedDamage === 0) return create ? <None of="车损" add={add} /> : null
  const all = counts.damage > 0 && record && (
    <CardMore onClick={() => record.onClick()}>{`全部 ${counts.damage}`}</CardMore>
  )
  return (
    <Card pad title="车损" extra={all}>
      <Row gap={8} justify="between">
        <Note num>{damageWords(order)}</Note>
        {add}
      </Row>
    </Card>
  )
}

/** The drivers who deliver and collect the car. */
function DriversPanel(props: PanelProps) {
  const { order, now, acts } = props
  const drives = drivesOf(order)
  if (drives.length === 0) return null
  // Drivers are chosen on the arranging page, as long as that action is permitted.
  const arrange = acts.some(({ code }) => code === 'arrange') ? pageOf(props, 'arrange-vehicles') : undefined
  return (
    <Card>
      {drives.map(({ type, label, task }) => (
        <Cell
          key={type}
          align="right"
          label={label}
          note={task && `${driverTaskStatuses.text(task.status)} · ${formatNear(task.planAt, now)} 出发`}
          {...arrange}
        >
          {task?.driverName ?? <Text ink={arrange ? 'link' : undefined}>{arrange ? '指派' : '未指派'}</Text>}
        </Cell>
      ))}
    </Card>
  )
}
