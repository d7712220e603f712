import { formatNear, formatPeriod } from '@cheyi/domain/near'
import type { Instant } from '@cheyi/domain/time'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { open } from '../../../page/open.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Box, Button, Card, Cell, Disc, Note, Notice, Row, Stack, Text } from '../../../ui/layout.tsx'
import { type Errand, errandsOf, placeText } from './drivers.ts'
import './arrange.css'
import { orderStatuses, pickupType, pickupTypes } from '@cheyi/domain/booking/order/codes'
import { formatSold } from '@cheyi/domain/booking/order/sold/length'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { driverTaskType } from '@cheyi/domain/rental/driver/codes'
import { can } from '@cheyi/domain/step'
import { useState } from 'react'
import { PlatformNotice } from '../../../booking/order/parts/platform-notice.tsx'
import { backToOrder } from '../../../booking/order/parts/profile.ts'
import { useStaleness } from '../../../booking/order/parts/use-detail.ts'
import { ScanSign } from '../../../fleet/inventory/parts/scan-sign.tsx'
import { StaleNotice } from '../../../form/stale-notice.tsx'
import { ask, calls, feedback, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { isRefusedFor, isStale } from '../../../kernel/call/refused.ts'
import { useNow } from '../../../kernel/now.ts'
import { usePatch } from '../../../kernel/page/pages.tsx'
import { Answer, Page, page, useAnswers } from '../../../page/page.tsx'
import { Switch } from '../../../ui/field/choice.tsx'
import { Search } from '../../../ui/field/search.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { ActionBar, ActionSummary } from '../../../ui/frame/page-frame.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { StatusDot } from '../../../ui/show/tag.tsx'
import { type Candidate, canTake } from '../parts/candidate.ts'
import { CandidateList } from '../parts/candidate-list.tsx'
import { customerAgrees, needsConsent } from '../parts/consent.ts'
import { movingAgreed, tellMoved } from '../parts/moving.ts'
import { isTaken, takenText } from '../parts/taken.ts'
import { unarrange } from '../parts/unarrange.ts'
import { arrangeScreens } from '../screens.ts'
import { firstChoice, firstRelation, isUnchanged, type Relation, relationChips } from './plan.ts'

/** Arranges a car for an order: the best first, each other one with the reason why it is worse. */
export default page(
  arrangeScreens.arrange,
  ({ orderId, upgrade }) => {
    const [order] = useAnswers(ask(calls.order.detail, { orderId }))
    return <Arrange order={order} upgrade={upgrade} />
  },
  { cards: 4, shape: 'rows' },
)

function Arrange({ order, upgrade }: { order: OrderDetail; upgrade: boolean }) {
  const { orderId } = order
  const now = useNow()
  const patch = usePatch()
  const staleness = useStaleness(orderId)
  const [keyword, setKeyword] = useState('')
  const cars = useRead(
    calls.arrange.available,
    { orderId, upgrade, keyword: keyword || undefined },
    { keepPrevious: true },
  )
  const list = cars.data?.list ?? []
  const [marked, setMarked] = useState<string>()
  const [shown, setShown] = useState<Relation>()
  const [pinned, setPinned] = useState(order.vehicle ? order.pinned : true)
  // The first proposal stays while it is available: changes by other users would otherwise move the selection.
  const [proposed, setProposed] = useState<string>()
  const chosen =
    list.find(({ vehicleId }) => vehicleId === marked) ??
    list.find((car) => car.vehicleId === proposed && canTake(car)) ??
    firstChoice(list, order.vehicle?.vehicleId)
  if (chosen && proposed === undefined) setProposed(chosen.vehicleId)
  const relation = shown ?? firstRelation(list, order.vehicle?.vehicleId)
  const arrange = useArrange(order, { onStale: staleness.mark, onTaken: () => void cars.refetch() })
  const open = can(orderSteps, 'arrange', order.status)
  const back = () => backToOrder(order)

  return (
    <Page
      onBack={back}
      right={
        can(orderSteps, 'unarrange', order.status).ok && (
          <NavAction onClick={() => void arrange.unarrange()}>撤销排车</NavAction>
        )
      }
      head={<OrderStrip order={order} now={now} />}
      footer={
        open.ok && (
          <Foot chosen={chosen} pending={arrange.pending} onConfirm={() => void arrange.confirm(chosen, pinned)} />
        )
      }
    >
      <StaleNotice staleness={staleness} />
      {open.ok && relation !== 'sameModel' && <PlatformNotice order={order} act="arrange" />}
      {open.ok ? (
        <>
          <Row gap={12}>
            <Search
              value={keyword}
              onChange={setKeyword}
              placeholder="车牌"
              tone="surface"
              extra={<ScanSign sign="plate" onRead={setKeyword} />}
            />
            <Row gap={8} keep note>
              <span>含升级车型</span>
              <Switch
                label="含升级车型"
                checked={upgrade}
                onChange={(event) => patch({ upgrade: event.target.checked })}
              />
            </Row>
          </Row>
          <div className="arrange-relations">
            <ChipRadios label="车辆范围" options={relationChips(list)} value={relation} onChange={setShown} />
          </div>
          <Cars
            order={order}
            cars={cars}
            shown={list.filter((car) => car.relation === relation)}
            chosen={chosen}
            onChoose={setMarked}
            keyword={keyword}
            onUpgrade={upgrade ? undefined : () => patch({ upgrade: true })}
            now={now}
          />
          <Row gap={12} pad={[12, 16]} justify="between" className="card">
            <span>
              锁定车辆
              <Note as="small">锁定后，系统不会为腾出库存改派本单</Note>
            </span>
            <Switch label="锁定车辆" checked={pinned} onChange={(event) => setPinned(event.target.checked)} />
          </Row>
        </>
      ) : (
        <Empty
          title="当前订单状态不支持排车"
          note="待排车和已排车的订单可以安排车辆"
          action={{ label: '返回', onClick: back }}
        />
      )}
      <DriverCells order={order} now={now} />
    </Page>
  )
}

interface CarsProps {
  readonly order: OrderDetail
  readonly cars: ReturnType<typeof useRead<{ orderId: string }, { from: number; to: number; list: Candidate[] }>>
  /** The cars of the chosen kind. */
  readonly shown: readonly Candidate[]
  readonly chosen: Candidate | undefined
  readonly onChoose: (vehicleId: string) => void
  readonly keyword: string
  /** Also searches other models; undefined when that is done already. */
  readonly onUpgrade: (() => void) | undefined
  readonly now: number
}

function Cars({ order, cars, shown, chosen, onChoose, keyword, onUpgrade, now }: CarsProps) {
  if (!cars.data)
    return (
      <Answer of={cars} cards={3}>
        {() => null}
      </Answer>
    )
  const upgrade = onUpgrade && { label: '查看升级车型', onClick: onUpgrade }
  if (shown.length === 0 && keyword)
    return <Empty art="search" title="没有匹配的车辆" note={`已筛选：${keyword}`} action={upgrade} />
  if (shown.length === 0)
    return <Empty art="search" title="暂无可用车辆" note="可以看看升级车型，或与客户商量改时间" action={upgrade} />
  return (
    <Stack gap={12} dims aria-busy={cars.isPlaceholderData || undefined}>
      {!shown.some(canTake) && <Notice action={upgrade}>暂无可用车辆，原因见各车说明</Notice>}
      <CandidateList
        window={cars.data}
        cars={shown}
        stay={{ from: order.pickupAt, to: order.returnAt, orderId: order.orderId }}
        modelId={order.model.modelId}
        value={chosen?.vehicleId ?? null}
        onChange={onChoose}
        now={now}
      />
    </Stack>
  )
}

interface FootProps {
  readonly chosen: Candidate | undefined
  readonly pending: boolean
  readonly onConfirm: () => void
}

/** The chosen car, even when it is scrolled out of view, and the confirm button. */
function Foot({ chosen, pending, onConfirm }: FootProps) {
  return (
    <ActionBar>
      <ActionSummary>
        <Stack as="span" gap={2} align="start">
          <small>{chosen ? '已选' : '未选车辆'}</small>
          {chosen && <Plate plate={chosen.plate} />}
        </Stack>
      </ActionSummary>
      <Button variant="primary" size="l" className="action-main" loading={pending} onClick={onConfirm}>
        确认排车
      </Button>
    </ActionBar>
  )
}

/** Customer, model and times of the order. */
function OrderStrip({ order, now }: { order: OrderDetail; now: Instant }) {
  const { pickupAt, returnAt } = order
  const facts = [
    formatPeriod(pickupAt, returnAt, now),
    formatSold(order),
    order.pickupType === pickupType.store ? order.pickupPlace.storeName : pickupTypes.text(order.pickupType),
  ]
  return (
    <Box pad={[2, 16, 12]} narrow>
      <Row gap={12} justify="between">
        <b>
          {order.contactName} · {order.model.name}
        </b>
        <StatusDot status={order.status}>{orderStatuses.text(order.status)}</StatusDot>
      </Row>
      <Note top={4} num>
        {facts.join(' · ')}
      </Note>
    </Box>
  )
}

/** The drivers who deliver and collect the car, where the customer does not come to the store. */
function DriverCells({ order, now }: { order: OrderDetail; now: Instant }) {
  const errands = errandsOf(order)
  const arrange = (errand: Errand) => void open(() => import('./driver-sheet.tsx'), { order, errand })
  if (errands.length === 0) return null
  return (
    <Card>
      {errands.map((errand) => (
        <Cell
          key={errand.type}
          label={errand.title}
          note={placeText(errand)}
          lead={
            <Disc across={36} className="tone-neutral">
              <Icon name="person" />
            </Disc>
          }
          extra={
            errand.task ? (
              <Text ink="link" text="right" num>
                {errand.task.driverName}
                <Note as="small">{formatNear(errand.task.planAt, now)} 出发</Note>
              </Text>
            ) : (
              <Text ink="warning">请选择{errand.title}</Text>
            )
          }
          onClick={() => arrange(errand)}
        />
      ))}
    </Card>
  )
}

interface ArrangeOptions {
  readonly onStale: () => void
  readonly onTaken: () => void
}

interface Arranging {
  readonly confirm: (car: Candidate | undefined, pinned: boolean) => Promise<void>
  readonly unarrange: () => Promise<void>
  readonly pending: boolean
}

const asksConsent = isRefusedFor('upgradeNeedsConsent')

function useArrange(order: OrderDetail, { onStale, onTaken }: ArrangeOptions): Arranging {
  const { orderId, version } = order
  const plan = useWrite(calls.arrange.plan, {
    handles: (failure) => isStale(failure) || asksConsent(failure) || isTaken(failure),
    onFailure(failure) {
      if (isStale(failure)) onStale()
      if (!isTaken(failure)) return
      feedback.toast(takenText(failure), 'error')
      onTaken()
    },
  })
  const back = () => backToOrder(order)

  async function confirm(car: Candidate | undefined, pinned: boolean): Promise<void> {
    if (!car) return feedback.toast('请选择车辆')
    if (!canTake(car)) return feedback.toast(car.why ?? '该车辆在租期内已被占用', 'error')
    if (isUnchanged(car, pinned, order)) return back()
    const upgrade = needsConsent(car, order)
    if (upgrade && !(await customerAgrees(car))) return
    if (!(await movingAgreed(car.moves))) return
    if (!(await goesWithoutDriver(order))) return
    await put(car, pinned, upgrade)
  }

  async function put(car: Candidate, pinned: boolean, upgrade: boolean): Promise<void> {
    const done = await plan.run({ orderId, vehicleId: car.vehicleId, pinned, upgrade: upgrade || undefined, version })
    if (!done) {
      // The server's answer decides which cars are of the ordered model.
      const why = plan.why()
      if (why && asksConsent(why) && !upgrade && (await customerAgrees(car))) await put(car, pinned, true)
      return
    }
    feedback.toast(`已排车 ${displayPlate(car.plate)}`)
    await tellMoved(done.moved, car.moves)
    back()
  }

  return { confirm, unarrange: () => unarrange(plan.run, { orderId, version }), pending: plan.pending }
}

/** A delivery without a driver is possible after a confirmation. */
async function goesWithoutDriver(order: OrderDetail): Promise<boolean> {
  if (order.pickupType === pickupType.store) return true
  const delivery = errandsOf(order).find(({ type }) => type === driverTaskType.deliver)
  if (!delivery || delivery.task) return true
  return feedback.ask({
    title: '请选择送车员',
    text: '本单上门送车，还没有安排送车员',
    confirm: '稍后安排',
    cancel: '去选择',
  })
}
