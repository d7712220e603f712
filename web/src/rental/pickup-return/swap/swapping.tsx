import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { Field } from '../../../ui/field/field.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { Card, Grow, MainButton, Notice, Row, Stack } from '../../../ui/layout.tsx'
import { type Swap, useSwap } from './use-swap.ts'
import '../parts/flow.css'
import { swapReasons } from '@cheyi/domain/rental/pickup-return/swap'
import { useRef, useState } from 'react'
import { useStaleness } from '../../../booking/order/parts/use-detail.ts'
import { TextAreaField } from '../../../form/fields.tsx'
import { fieldsOf } from '../../../form/form-field.ts'
import { StaleNotice } from '../../../form/stale-notice.tsx'
import { momentText } from '../../../kernel/now.ts'
import { open } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { pickMoment } from '../../../page/pick-moment.ts'
import { Switch } from '../../../ui/field/choice.tsx'
import { PickButton } from '../../../ui/field/pick-row.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { CardBar } from '../parts/card/card-bar.tsx'
import { gapsIn } from '../parts/card/cards.ts'
import { HandoverCard, Place } from '../parts/card/flow-card.tsx'
import { GapList } from '../parts/card/gap-list.tsx'
import { kilometres, lateness, minutesBetween } from '../parts/compare-words.ts'
import { photoSlotOf } from '../parts/entered.ts'
import type { CarEntry, Places } from '../parts/flow.ts'
import { DamageCard } from '../parts/photo/damage-card.tsx'
import { PhotosCard } from '../parts/photo/photos-card.tsx'
import { beforePickup, ReadingsCard } from '../parts/step/readings-card.tsx'
import { type Readings, stopsOldCar, swapCards } from './entered.ts'

interface SwappingProps {
  readonly order: OrderDetail
  readonly vehicle: NonNullable<OrderDetail['vehicle']>
  readonly onBack: () => void
}

/** The swap from its cards to the confirmation. */
export default function Swapping({ order, vehicle, onBack }: SwappingProps) {
  const staleness = useStaleness(order.orderId)
  const swap = useSwap(order, vehicle.vehicleId, staleness.mark)
  const { entered, gaps, cars, overdue, now } = swap
  const [place, setPlace] = useState({ step: 1 })
  const [tried, setTried] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const places: Places = { place, go: (step) => setPlace({ step }) }
  const cards = Object.values(swapCards)
  const card = { flow: places, gaps, typed: true, lines: true }
  async function confirm() {
    if (await swap.confirm()) return
    setTried(true)
    scroller.current?.scrollTo(0, 0)
  }
  return (
    <Page
      onBack={onBack}
      scroller={scroller}
      head={<CardBar flow={places} cards={cards} gaps={gaps} />}
      footer={
        <ActionBar>
          <MainButton loading={swap.pending} onClick={() => void confirm()}>
            确认换车
          </MainButton>
        </ActionBar>
      }
    >
      <Row gap={12} pad={[0, 4]} num>
        <Plate plate={vehicle.plate} />
        <Grow as="span" note cut>
          {order.contactName} · {order.orderNo}
        </Grow>
        {overdue && <Tag tone="danger">超时 {lateness(minutesBetween(order.returnAt, now)).text.slice(1)}</Tag>}
      </Row>
      <StaleNotice staleness={staleness} />
      {tried && gaps.length > 0 && (
        <GapList
          gaps={gaps}
          noteOf={(gap) => cards.find((one) => gapsIn(one, [gap]).length > 0)?.name}
          onPick={places.go}
        />
      )}
      <div ref={swap.frame} className="handover-content">
        <HandoverCard
          {...card}
          card={swapCards.car}
          title={entered.car ? <Plate plate={entered.car.plate} /> : '选车'}
          note={entered.reason}
        >
          <Place step={1}>
            <ChoiceCard order={order} swap={swap} />
          </Place>
        </HandoverCard>
        <HandoverCard
          {...card}
          card={swapCards.old}
          title="收回原车"
          note={<Read car={cars.old} readings={entered.old} />}
        >
          <Place step={2}>
            <Seen car={cars.old} />
            {swap.damage && <DamageCard flow={swap.damage} />}
            <StoreCard order={order} swap={swap} />
          </Place>
        </HandoverCard>
        <HandoverCard
          {...card}
          card={swapCards.new}
          title="交付新车"
          note={<Read car={cars.new} readings={entered.new} />}
        >
          <Place step={3}>{entered.car ? <Seen car={cars.new} /> : <Notice>先选择新车，再拍照、读数</Notice>}</Place>
        </HandoverCard>
      </div>
    </Page>
  )
}

/** Photos and readings of one car. */
function Seen({ car }: { car: CarEntry | null }) {
  if (car === null) return null
  return (
    <>
      <PhotosCard of={car} />
      <ReadingsCard of={car} before={beforePickup(car.inspection?.mileageKm ?? 0, car.inspection)} />
    </>
  )
}

/** `18,236 km · 5 张照片`. */
const Read = ({ car, readings }: { car: CarEntry | null; readings: Readings }) =>
  `${kilometres(readings.mileageKm ?? 0)} km · ${car?.uploads.items.filter(({ slot }) => photoSlotOf(slot) !== null).length ?? 0} 张照片`

/** Store that the car is returned to. */
function StoreCard({ order, swap }: { readonly order: OrderDetail; readonly swap: Swap }) {
  const stores = useRead(calls.store.list, {}, { freshFor: 300_000 }).data ?? []
  const { entered, set } = swap
  const home = order.pickupPlace.storeId
  if (stores.length < 2) return null
  return (
    <Card className="handover-fields">
      <Field
        label="收回门店"
        hint={
          entered.storeId === undefined || entered.storeId === home
            ? undefined
            : '与取车门店不同，按异店还车处理车辆归属'
        }
      >
        <Select
          title="收回门店"
          options={stores.map(({ id, name, cityName }) => ({ value: id, label: name, note: cityName }))}
          value={entered.storeId ?? home}
          onChange={(storeId) => set({ storeId: storeId === home ? undefined : storeId })}
        />
      </Field>
    </Card>
  )
}

/** The reason, the return time where the agreed one has passed, and the replacement car. */
function ChoiceCard({ order, swap }: { order: OrderDetail; swap: Swap }) {
  const { entered, set, overdue, now, problems } = swap
  const returnAt = overdue ? entered.dueAt : order.returnAt
  async function pickDue() {
    set({ dueAt: (await pickMoment({ title: '预计还车时间', at: entered.dueAt, now, from: now })) ?? entered.dueAt })
  }
  async function choose() {
    const car = await open(() => import('./car-sheet.tsx'), {
      order,
      returnAt: returnAt ?? undefined,
      chosen: entered.car?.vehicleId ?? null,
    })
    if (car) await swap.choose(car)
  }
  const fields = fieldsOf(entered, set, problems)
  return (
    <Card pad>
      <Stack gap={12}>
        <TextAreaField of={fields.reason} label="换车原因" maxLength={200} placeholder="为什么换车，可补充说明" />
        <ChipRadios
          look="wrap"
          label="常用原因"
          options={swapReasons.map((value) => ({ value, label: value }))}
          value={entered.reason}
          onChange={(reason) => set({ reason })}
        />
        <Field label="原车停租" hint="停租后不再排给其他订单，修好后在库存里恢复销售" inline>
          <Switch checked={stopsOldCar(entered)} onChange={(event) => set({ stop: event.target.checked })} />
        </Field>
        {overdue && (
          <>
            <Notice>约定还车 {momentText(order.returnAt)} 已过，超时费仍按约定计算</Notice>
            <Field label="预计还车" group error={problems.dueAt}>
              <PickButton
                value={entered.dueAt !== null && momentText(entered.dueAt)}
                placeholder="请选择时间"
                onClick={() => void pickDue()}
              />
            </Field>
          </>
        )}
        <Field label="新车" group error={problems.vehicleId}>
          <PickButton
            value={entered.car && <Plate plate={entered.car.plate} />}
            placeholder={returnAt === null ? '先选择预计还车时间' : '选择新车'}
            disabled={returnAt === null}
            onClick={() => void choose()}
          />
        </Field>
      </Stack>
    </Card>
  )
}
