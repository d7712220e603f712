import './detail.css'
import './panels.css'
import { type Panel, profileOf } from '@cheyi/domain/booking/order/kinds'
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
import { useReach } from '../../../kernel/page/reach.ts'
import { go } from '../../../kernel/page/router.ts'
import { DetailPage } from '../../../page/detail.tsx'
import { NotLoaded } from '../../../page/not-loaded.tsx'
import { useSourceNames } from '../../../platform/merchant/parts/sources.ts'
import { Referred } from '../../../platform/referral/parts/referred.tsx'
import { NavBar } from '../../../ui/frame/nav-bar.tsx'
import { PageFrame } from '../../../ui/frame/page-frame.tsx'
import { Skeleton } from '../../../ui/frame/skeleton.tsx'
import { Steps } from '../../../ui/frame/steps.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { useAct } from '../parts/use-act.ts'
import { orderScreens, screensOf } from '../screens.ts'
import { FootActions, HeadActions } from './actions.tsx'
import { CustomerPanel } from './customer-panel.tsx'
import { DamagePanel } from './damage-panel.tsx'
import { DepositsPanel } from './deposits-panel.tsx'
import { stagesOf } from './detail-words.ts'
import { DriversPanel } from './drivers-panel.tsx'
import { FeesPanel } from './fees-panel.tsx'
import { headOf } from './head.tsx'
import { InstalmentsPanel } from './instalments-panel.tsx'
import { LogPanel, RemarksPanel } from './notes-panels.tsx'
import type { PanelProps } from './panel.ts'
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
