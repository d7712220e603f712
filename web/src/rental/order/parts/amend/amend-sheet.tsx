import { MEND_WITHIN } from '@cheyi/domain/booking/order/amend'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { formatTerm } from '@cheyi/domain/booking/order/sold/length'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { formatHours } from '@cheyi/domain/length'
import { formatMoney } from '@cheyi/domain/money'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { endOfTerm } from '@cheyi/domain/pricing/quote/long/months'
import { isLease } from '@cheyi/domain/rental/agreement/codes'
import { isVoid } from '@cheyi/domain/rental/agreement/steps'
import { isOpenTask } from '@cheyi/domain/rental/driver/steps'
import { can } from '@cheyi/domain/step'
import { DAY } from '@cheyi/domain/time'
import { useState } from 'react'
import { capacityMark, type FreeModel, isFree } from '../../../../booking/order/parts/free-model.ts'
import type { OrderDetail } from '../../../../booking/order/parts/order-words.ts'
import { PlanRows } from '../../../../booking/order/parts/plan-rows.tsx'
import { RentFields } from '../../../../booking/order/parts/rent-fields.tsx'
import { useDetail, useStaleness } from '../../../../booking/order/parts/use-detail.ts'
import { forgetQuotes, type Quote, useQuote } from '../../../../booking/order/parts/use-quote.ts'
import { StaleNotice } from '../../../../form/stale-notice.tsx'
import { calls, feedback, useRead, useWrite } from '../../../../kernel/call/calls.ts'
import { isRefusedFor, isStale } from '../../../../kernel/call/refused.ts'
import { momentText, useNow } from '../../../../kernel/now.ts'
import { useMay } from '../../../../kernel/user.ts'
import { choose, open } from '../../../../page/open.ts'
import { type Asks, OpenedSheet, useOpened } from '../../../../page/opened.tsx'
import { Answer } from '../../../../page/page.tsx'
import { pickMoment } from '../../../../page/pick-moment.ts'
import { Button, Cell, MainButton, Note, Notice, Row, Stack } from '../../../../ui/layout.tsx'
import type { CompareRow } from '../../../../ui/show/rows.tsx'
import { PriceChange } from '../../../pickup-return/parts/price-change.tsx'
import {
  balanceNote,
  begun,
  begunByTerm,
  bookedTrip,
  changeInput,
  isByTerm,
  type TermWish,
  type Trip,
  wholeMonths,
  whyFixed,
  withPickupStore,
} from './amend-trip.ts'

const isRepriced = isRefusedFor('priceChanged')
const isExpired = isRefusedFor('quoteExpired')

/** Range of the date wheels, also for long orders; the store's own limit is shorter. */
const FURTHEST = 180 * DAY
const FURTHEST_TERM = 1200 * DAY

/** Extensions in days that are offered as buttons; for a long order, the whole term in months. */
const LONGER = [1, 2, 7]
const TERMS = [1, 3, 6, 12]

interface AmendSheetProps extends Asks<string> {
  readonly orderId: string
}

/** Changes a booking and shows the new price first; answers with the cancel page when the person chooses it. */
export default function AmendSheet({ orderId, answer }: AmendSheetProps) {
  const detail = useDetail(orderId)
  return <Answer of={detail}>{(order) => <Amend order={order} answer={answer} />}</Answer>
}

function Amend({ order, answer }: { readonly order: OrderDetail } & Pick<AmendSheetProps, 'answer'>) {
  const { orderId, version } = order
  const { close } = useOpened()
  const now = useNow()
  const holds = useMay('order.modify')
  const fixed = whyFixed(order)
  const [wish, setWish] = useState<Partial<Trip>>({})
  const trip = { ...bookedTrip(order), ...wish }
  const long = isByTerm(order)
  const [term, setTerm] = useState<TermWish>({})
  const input = changeInput(order, trip, term)
  const price = useQuote(input, false)
  const { quote, waiting, failure } = price
  const staleness = useStaleness(orderId)
  const stores = useRead(calls.store.list, {}, { freshFor: 300_000 }).data
  const models = useModels(order, trip).data
  const update = useWrite(calls.order.updateStatus, {
    handles: isStale,
    onFailure(problem) {
      if (isStale(problem)) staleness.mark()
      else if (isRepriced(problem) || isExpired(problem)) void price.reprice()
    },
  })

  async function pick(end: 'pickupAt' | 'returnAt') {
    const title = end === 'pickupAt' ? '取车时间' : '还车时间'
    const from = end === 'pickupAt' ? Math.min(now, trip.pickupAt) : trip.pickupAt
    const at = await pickMoment({
      title,
      at: trip[end],
      now,
      from,
      to: Math.max(now, trip.pickupAt) + (long ? FURTHEST_TERM : FURTHEST),
    })
    if (at === undefined) return
    setWish(end === 'pickupAt' ? (long ? begunByTerm : begun)(trip, at) : { ...trip, returnAt: at })
  }
  async function pickStore(end: '取车门店' | '还车门店') {
    const actions = (stores ?? []).map(({ id, name, address }) => ({ key: id, label: name, note: address }))
    const id = await choose(end, actions)
    if (id !== undefined) setWish(end === '取车门店' ? withPickupStore(trip, id) : { ...trip, returnStoreId: id })
  }
  async function pickModel() {
    const actions = (models ?? []).map((model) => ({
      key: model.modelId,
      label: model.name,
      note: [priceNote(model), capacityMark(model).text].filter(Boolean).join(' · '),
      chosen: model.modelId === trip.modelId,
      reason: isFree(model) || model.modelId === order.model.modelId ? undefined : capacityMark(model).text,
    }))
    const id = await choose('车型', actions)
    if (id !== undefined) setWish({ ...trip, modelId: id })
  }
  async function submit({ quoteId }: Quote) {
    const done = await update.run({ orderId, action: 'modify', quoteId, version })
    if (!done) return
    forgetQuotes()
    feedback.toast(done.letGo === null ? '订单已修改' : `订单已修改，${displayPlate(done.letGo)} 已释放，请重新排车`)
    close()
  }

  const paper = order.agreements.some(({ type, status }) => isLease(type) && !isVoid(status))
  const cancel = order.actions.find(({ code }) => code === 'cancel')
  const nameOf = (id: string, booked: { storeId: string; storeName: string }) =>
    id === booked.storeId ? booked.storeName : stores?.find((store) => store.id === id)?.name
  const modelName =
    trip.modelId === order.model.modelId
      ? order.model.name
      : models?.find((model) => model.modelId === trip.modelId)?.name
  const names: readonly (readonly [label: string, before: string, after: string | undefined])[] = [
    ['车型', order.model.name, modelName],
    ['取车门店', order.pickupPlace.storeName, nameOf(trip.storeId, order.pickupPlace)],
    ['还车门店', order.returnPlace.storeName, nameOf(trip.returnStoreId, order.returnPlace)],
  ]
  const rows = names.flatMap(([label, ...cells]) => (cells[0] === cells[1] ? [] : { label, cells }))
  const ready = quote && !waiting && !failure ? quote : undefined
  return (
    <OpenedSheet
      title="改单"
      flush
      footer={
        fixed === null && (
          <MainButton
            loading={update.pending}
            reason={
              input === null ? '还没有修改' : (failure?.message ?? (ready === undefined ? '正在计算费用' : undefined))
            }
            onClick={() => ready && void submit(ready)}
          >
            确认改单{ready && `，总额 ${formatMoney(ready.total)}`}
          </MainButton>
        )
      }
    >
      {!holds && <Note pad={[0, 16, 8]}>下单{formatHours(MEND_WITHIN)}内、没有款项退出时，下单人可以修改</Note>}
      {fixed === null ? (
        <>
          <Cell label="取车时间" onClick={() => void pick('pickupAt')}>
            <span className="num">{momentText(trip.pickupAt)}</span>
          </Cell>
          <Cell label="还车时间" onClick={() => void pick('returnAt')}>
            <span className="num">{momentText(trip.returnAt)}</span>
          </Cell>
          <Row gap={8} pad={[0, 16, 8]} justify="end">
            {long
              ? TERMS.map((months) => (
                  <Button
                    key={months}
                    size="s"
                    aria-pressed={months === wholeMonths(trip)}
                    onClick={() => setWish({ ...trip, returnAt: endOfTerm(trip.pickupAt, months) })}
                  >
                    {months}个月
                  </Button>
                ))
              : LONGER.map((days) => (
                  <Button
                    key={days}
                    size="s"
                    onClick={() => setWish({ ...trip, returnAt: trip.returnAt + days * DAY })}
                  >
                    +{days}天
                  </Button>
                ))}
          </Row>
          <Cell label="取车门店" onClick={stores && (() => void pickStore('取车门店'))}>
            {nameOf(trip.storeId, order.pickupPlace)}
          </Cell>
          <Cell label="还车门店" onClick={stores && (() => void pickStore('还车门店'))}>
            {nameOf(trip.returnStoreId, order.returnPlace)}
          </Cell>
          <Cell label="车型" onClick={models && (() => void pickModel())}>
            {modelName}
          </Cell>
          {long && (
            <AmendTerm orderId={orderId} wish={term} onWish={setTerm} monthlyPrice={ready?.term?.monthlyPrice} />
          )}
        </>
      ) : (
        <Cell label="租期、门店、车型" note={fixed} />
      )}
      <Cell
        label="客户"
        note={paper ? '合同已生成，不能再修改客户' : undefined}
        onClick={paper ? undefined : () => void open(() => import('../sheet/customer-sheet.tsx'), { order })}
      >
        {order.contactName} {order.phone}
      </Cell>
      {input === null && cancel && can(orderSteps, 'cancel', order.status).ok && (
        <Cell
          label="取消订单"
          note="先显示违约金再确认"
          onClick={() => answer(`${profileOf(order.orderKind).base}/cancel`)}
        />
      )}
      {(input !== null || staleness.state !== 'none') && (
        <Stack gap={12} pad={16}>
          <StaleNotice staleness={staleness} />
          {failure && (
            <Notice tone="danger">
              {failure.message}
              {isRefusedFor('vehicleTaken')(failure) && '，请先撤销排车'}
            </Notice>
          )}
          {quote?.modification && input !== null && !failure && (
            <Stack gap={12} dims aria-busy={waiting || undefined}>
              <Outcome order={order} trip={trip} rows={rows} of={quote.modification} />
              {quote.term && <PlanRows rows={quote.term.rows} />}
            </Stack>
          )}
        </Stack>
      )}
    </OpenedSheet>
  )
}

interface OutcomeProps {
  readonly order: OrderDetail
  readonly trip: Trip
  /** Changes of stores and model. */
  readonly rows: readonly CompareRow[]
  readonly of: NonNullable<Quote['modification']>
}

/** The price of the change, and its effect on the arranged car and the drivers. */
function Outcome({ order, trip, rows, of }: OutcomeProps) {
  const { plate, keepsCar } = of
  const calledOff = order.drivers.some(({ status }) => isOpenTask(status))
  return (
    <>
      <PriceChange
        caption="改单的费用变化"
        columns={['原定', '改后']}
        before={order}
        after={trip}
        rows={rows}
        changes={of.changes}
        difference={of.difference}
        note={balanceNote(of.owed, isByTerm(order))}
        lengthOf={isByTerm(order) ? formatTerm : undefined}
      />
      {plate !== null && (
        <Notice tone={keepsCar ? 'success' : 'warning'}>
          {displayPlate(plate)} {keepsCar ? '继续用于本单' : '改单后不能用，将释放，需重新排车'}
        </Notice>
      )}
      {calledOff && <Notice>时间或门店变动的一端，司机指派将取消，请重新指派</Notice>}
    </>
  )
}

/** Price of a model: per month, or for its first day, since other days may have other prices. */
function priceNote({ dayPrice, monthlyPrice }: FreeModel): string {
  if (monthlyPrice !== null) return `每月 ${formatMoney(monthlyPrice)}`
  return dayPrice === null ? '' : `首日 ${formatMoney(dayPrice)}`
}

/** The models of the store for the stay; the order's own car counts as free. */
const useModels = (order: OrderDetail, trip: Trip) =>
  useRead(
    calls.stock.free,
    {
      storeId: trip.storeId,
      returnStoreId: trip.returnStoreId,
      from: trip.pickupAt,
      to: trip.returnAt,
      exceptOrderId: order.orderId,
      orderKind: order.orderKind,
      priced: true,
    },
    { enabled: trip.returnAt > trip.pickupAt, keepPrevious: true },
  )

interface AmendTermProps {
  readonly orderId: string
  readonly wish: TermWish
  readonly onWish: (wish: TermWish) => void
  /** The current monthly price of the list, fen. */
  readonly monthlyPrice: number | undefined
}

/** Monthly price and payments of a long order: an empty field stays as agreed, or follows the price list when the term changes. */
function AmendTerm({ orderId, wish, onWish, monthlyPrice }: AmendTermProps) {
  const term = useRead(calls.instalment.list, { orderId }).data?.term
  return (
    <RentFields
      rent={{ ...wish, payInterval: wish.payInterval ?? term?.payInterval }}
      onRent={({ payInterval, ...fen }) => {
        const asAgreed = payInterval === term?.payInterval ? undefined : payInterval
        const typed = Object.fromEntries(Object.entries(fen).map(([name, value]) => [name, value ?? undefined]))
        onWish({ ...wish, ...typed, ...(payInterval && { payInterval: asAgreed }) })
      }}
      listed={monthlyPrice ?? term?.monthlyPrice}
      unlisted="按原约定"
      optional
    />
  )
}
