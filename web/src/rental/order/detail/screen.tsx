import { languageName } from '@cheyi/domain/language'
import './detail.css'
import './panels.css'
import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { type Panel, profileOf } from '@cheyi/domain/booking/order/kinds'
import { orderSteps, wasPickedUp } from '@cheyi/domain/booking/order/steps'
import { formatNear } from '@cheyi/domain/near'
import { driverTaskStatuses, identityTypes } from '@cheyi/domain/rental/driver/codes'
import { can } from '@cheyi/domain/step'
import { type ComponentType, useEffect } from 'react'
import { actsOfDetail } from '../../../booking/order/parts/acts.ts'
import { CarOutNotice } from '../../../booking/order/parts/car-out-notice.tsx'
import {
  noteMarks,
  type OrderDetail,
  owesRest,
  sourceTone,
  urgencyMark,
} from '../../../booking/order/parts/order-words.ts'
import { useProfile } from '../../../booking/order/parts/profile.ts'
import { useContact } from '../../../booking/order/parts/use-contact.ts'
import { useDetail, useStaleness } from '../../../booking/order/parts/use-detail.ts'
import { StaleNotice } from '../../../form/stale-notice.tsx'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useTableWide, useWide } from '../../../kernel/device/media-query.ts'
import { copyText, openHelloApp } from '../../../kernel/device/native-acts.ts'
import { useNow } from '../../../kernel/now.ts'
import { useBack, useRow, useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, useReach } from '../../../kernel/user.ts'
import { DetailPage, None } from '../../../page/detail.tsx'
import { NotLoaded } from '../../../page/not-loaded.tsx'
import { useSourceNames } from '../../../platform/merchant/parts/sources.ts'
import { Referred } from '../../../platform/referral/parts/referred.tsx'
import { NavBar } from '../../../ui/frame/nav-bar.tsx'
import { PageFrame } from '../../../ui/frame/page-frame.tsx'
import { Skeleton } from '../../../ui/frame/skeleton.tsx'
import { Steps } from '../../../ui/frame/steps.tsx'
import { Card, CardMore, Cell, Grow, IconButton, Note, Row, Text } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { Money } from '../../../ui/show/money.tsx'
import { FeeLine, FeeTotal } from '../../../ui/show/rows.tsx'
import { Avatar, Tag } from '../../../ui/show/tag.tsx'
import { damageScreens } from '../../damage/screens.ts'
import { verifyMark } from '../../driver/parts/verify-mark.ts'
import { driverScreens } from '../../driver/screens.ts'
import { tollScreens } from '../../toll/screens.ts'
import { violationScreens } from '../../violation/screens.ts'
import { useAct } from '../parts/use-act.ts'
import { orderScreens, screensOf } from '../screens.ts'
import { FootActions, HeadActions } from './actions.tsx'
import { DepositsPanel } from './deposits-panel.tsx'
import { cancelWords, damageWords, drivesOf, stagesOf } from './detail-words.ts'
import { InstalmentsPanel } from './instalments-panel.tsx'
import { LogPanel, RemarksPanel } from './notes-panels.tsx'
import { type PanelProps, pageOf } from './panel.ts'
import { AgreementsPanel, RecordsPanel } from './papers-panels.tsx'
import { PeriodPanel } from './period-panel.tsx'
import { VehiclePanel } from './vehicle-panel.tsx'

/** Renter and drivers, their documents, and a call button. */
function CustomerPanel({ order, reach }: PanelProps) {
  const { renter, codrivers, contactName, orderId } = order
  const { contact, pending } = useContact(orderId)
  const name = renter?.name ?? contactName
  const papers =
    (renter && linkTo(reach, driverScreens.personDetail, { personId: renter.personId, orderId })) ??
    linkTo(reach, driverScreens.personEntry, { personId: renter?.personId, orderId })
  const verified = renter && verifyMark(renter)
  return (
    <Card>
      <Row gap={12} pad={[12, 8, 12, 16]}>
        <Avatar>{name.slice(0, 1)}</Avatar>
        <Grow>
          <Row gap={[4, 8]} wrap>
            <h2>{name}</h2>
            {verified && <Tag tone={verified.tone}>{verified.text}</Tag>}
            {renter?.blacklist && <Tag tone="danger">黑名单</Tag>}
          </Row>
          <Text note num>
            {order.phone}
            {renter && renter.orderCount > 0 && ` · 第 ${renter.orderCount} 次租车`}
          </Text>
        </Grow>
        <IconButton
          name="phone"
          label={`联系${contactName}`}
          className="ink-link"
          aria-busy={pending || undefined}
          onClick={() => void contact()}
        />
      </Row>
      <Cell align="right" className="cell-line" label="证件" {...papers}>
        {renter?.identityNo ? (
          <span className="num">
            {identityTypes.text(renter.identityType)} {renter.identityNo}
          </span>
        ) : (
          <Text ink="warning">未登记</Text>
        )}
      </Cell>
      {renter && (
        <Cell align="right" label="驾驶证" {...papers}>
          <span className="num">{licenceText(renter)}</span>
        </Cell>
      )}
      <Cell align="right" label="取车人">
        {renter && renter.name !== contactName ? contactName : '客户本人'}
      </Cell>
      {codrivers.length > 0 && (
        <Cell align="right" label="同行驾驶人">
          {codrivers.map((person) => person.name).join('、')}
        </Cell>
      )}
    </Card>
  )
}

const licenceText = ({ licenceClass, licenceExpire }: { licenceClass: string; licenceExpire: string | null }) =>
  [licenceClass || '未登记', licenceExpire && `${licenceExpire.slice(0, 7)} 到期`].filter(Boolean).join(' · ')

/** The price of the rental, its lines, and the amounts paid. */
function FeesPanel(props: PanelProps) {
  const { lines, total, paid, refunded, offset, owed, prepayDue, byPlatform, commission } = props.order.fees
  const bill = pageOf(props, 'fee-detail')
  return (
    <Card pad title="费用" extra={bill && <CardMore onClick={() => bill.onClick()}>明细与流水</CardMore>}>
      {lines.map(({ name, formula, amount }) => (
        <FeeLine key={`${name} ${formula}`} label={name} basis={formula} fen={amount} />
      ))}
      <FeeTotal label="订单总额" fen={total} extra={byPlatform && <Tag tone="success">平台已收</Tag>} />
      <Row gap={[2, 16]} align="stretch" justify="end" wrap note num className="order-detail-paid">
        {paid > 0 && (
          <span>
            已收 <Money fen={paid} />
          </span>
        )}
        {refunded > 0 && (
          <span>
            已退 <Money fen={refunded} />
          </span>
        )}
        {commission !== null && commission > 0 && (
          <span>
            渠道佣金 <Money fen={commission} />
            ，净收入 <Money fen={total - commission} />
          </span>
        )}
        {offset > 0 && (
          <span>
            抵账 <Money fen={offset} />
          </span>
        )}
        {owed > 0 && (
          <Text ink="danger" className="order-detail-owed">
            {prepayDue > 0 && (
              <>
                待收预付款 <Money fen={prepayDue} />
                ，共
              </>
            )}
            {owesRest(props.order) ? '尾款待收' : '待收'} <Money fen={owed} />
          </Text>
        )}
        {owed < 0 && (
          <span>
            待退 <Money fen={-owed} />
          </span>
        )}
      </Row>
    </Card>
  )
}

/** Violations of the rental: the number of open ones, and links to them and to a new one. */
function ViolationPanel({ order, reach }: PanelProps) {
  const { orderId, counts, status } = order
  const record = linkTo(reach, violationScreens.record, { orderId })
  const tolls = wasPickedUp(status) ? linkTo(reach, tollScreens.list, { orderId, group: 'all' }) : undefined
  const create = wasPickedUp(status) ? linkTo(reach, violationScreens.createOfOrder, { orderId }) : undefined
  const add = create && <CardMore onClick={() => create.onClick()}>登记违章</CardMore>
  const road = tolls && <CardMore onClick={() => tolls.onClick()}>过路费、停车费、充电费</CardMore>
  if (counts.violation === 0)
    return create ? (
      <None
        of="违章"
        add={
          <>
            {add}
            {road}
          </>
        }
      />
    ) : null
  const all = counts.violation > 0 && record && (
    <CardMore onClick={() => record.onClick()}>{`全部 ${counts.violation}`}</CardMore>
  )
  return (
    <Card pad title="违章" extra={all}>
      <Row gap={8} justify="between">
        <Note num>{counts.openViolation > 0 ? `${counts.openViolation} 条未结` : '均已结案'}</Note>
        {add}
      </Row>
      {road}
    </Card>
  )
}

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

/** The head of the page: the status, the next step and where the order comes from. */
function headOf(order: OrderDetail, now: number, sourceName: (source: OrderDetail['source']) => string) {
  const next = order.nextStep ?? (order.cancel ? cancelWords(order.cancel) : '')
  return {
    state: { text: orderStatuses.text(order.status), mark: order.status },
    tags: noteMarks({ ...order, owed: order.fees.owed }),
    next: next ? { text: next, late: urgencyMark(order, now)?.tone === 'danger' } : null,
    note: (
      <Row gap={[2, 8]} wrap className="order-detail-origin">
        <Tag tone={sourceTone(order.source)}>{sourceName(order.source)}</Tag>
        {order.language !== 'zh-CN' && <Tag>客户语言 {languageName(order.language)}</Tag>}
        <button type="button" title="复制订单号" onClick={() => void copyText(order.orderNo, '订单号已复制')}>
          {order.orderNo}
        </button>
        {order.channelOrderNo && <ChannelNo of={order.source} no={order.channelOrderNo} />}
      </Row>
    ),
  }
}

/** The order number of the source, with a link into the source's app where one is configured. */
function ChannelNo({ of, no }: { readonly of: OrderDetail['source']; readonly no: string }) {
  const { data } = useRead(calls.lookup.apps, {}, { freshFor: Number.POSITIVE_INFINITY })
  const app = data?.list.find(({ source }) => source === of)
  if (app === undefined) return <small>{no}</small>
  return (
    <button
      type="button"
      title="在渠道App中打开"
      onClick={() => void openHelloApp(app.link.replace('{no}', encodeURIComponent(no)))}
    >
      <Text ink="link">{no}</Text>
    </button>
  )
}
