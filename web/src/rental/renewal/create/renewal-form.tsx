import { type ReduceType, reduceType, reduceTypes } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { orderSteps, WRONG_STATUS } from '@cheyi/domain/booking/order/steps'
import { formatMoney } from '@cheyi/domain/money'
import { type PayWay, payKind, payMode } from '@cheyi/domain/money/payment/codes'
import { formatMoment } from '@cheyi/domain/near'
import { choosableWays } from '@cheyi/domain/platform/merchant/pay-setting'
import { can } from '@cheyi/domain/step'
import { type Instant, localDate } from '@cheyi/domain/time'
import { useState } from 'react'
import { OrderLine } from '../../../booking/order/parts/order-line.tsx'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { PlanRows } from '../../../booking/order/parts/plan-rows.tsx'
import { backToOrder } from '../../../booking/order/parts/profile.ts'
import { renewalCreate } from '../../../form/calls/renewal-create.gen.ts'
import type { FormField } from '../../../form/form-field.ts'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, feedback, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { momentText, useNow } from '../../../kernel/now.ts'
import { linkTo, linkToPath, useReach } from '../../../kernel/user.ts'
import { isByCode, TakingFields, useTaking } from '../../../money/payment/parts/taking/taking-fields.tsx'
import { useCodes } from '../../../money/payment/parts/taking/use-codes.ts'
import { open } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { pickMoment } from '../../../page/pick-moment.ts'
import { useOrderSlot } from '../../../platform/media/parts/other-phone.ts'
import { usePaySetting } from '../../../platform/merchant/parts/pay-setting.ts'
import { WhoMay } from '../../../platform/referral/parts/who-may.tsx'
import { PickRow } from '../../../ui/field/pick-row.tsx'
import { Stepper } from '../../../ui/field/stepper.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { ActionBar, ActionSummary } from '../../../ui/frame/page-frame.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Box, Card, Cell, Grid, MainButton, Note, Notice, Stack, Text } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { FeeLine } from '../../../ui/show/rows.tsx'
import { ShareBar } from '../../../ui/show/shares.tsx'
import { renewalScreens } from '../screens.ts'
import { type Longer, longerOf, type Renewed } from './longer.ts'
import { NoRoom, Room } from './room-notice.tsx'
import { forgetPrices, type RenewalPrice, type RenewalWish, usePrice } from './use-price.ts'

const isRepriced = isRefusedFor('priceChanged', 'quoteExpired', 'renewalNoVehicle', 'renewalOpen', 'overdueUnsettled')

/** The new end, its price, the orders to be moved, and the payment. */
export function RenewalForm({ order }: { readonly order: OrderDetail }) {
  const { orderId, pickupAt, returnAt } = order
  const reach = useReach()
  const closed = can(orderSteps, 'renew', order.status).ok ? undefined : WRONG_STATUS
  const { now, longer, wish, chosen, reduces, ...set } = useWish(order)
  const live = usePrice(wish, closed === undefined)
  const { price, failure, waiting } = live
  const pay = usePayment(order, price?.due ?? 0)
  const codes = useCodes(orderId)
  const form = useEntry(renewalCreate, {
    start: { orderId, payWay: pay.taking.proposed },
    toInput: (value) => ({
      ...value,
      quoteId: price?.quoteId ?? null,
      payMode: pay.modeOf(value.payWay),
      payWay: pay.byHand(value.payWay) ? value.payWay : null,
      slipNo: pay.byHand(value.payWay) ? pay.taking.slipOf(value) : null,
    }),
    files: (value) => ({ voucherIds: pay.byHand(value.payWay) ? pay.taking.vouchers : undefined }),
    also: (_, { payWay }) => ({ payWay: pay.takesNow && pay.taking.missing(payWay) }),
    handles: isRepriced,
    onFailure(problem) {
      if (!isRepriced(problem)) return
      feedback.toast(problem.message, 'error')
      live.reprice()
    },
    onSent: (made) => void done(made),
  })
  async function done({ renewalId, owed, returnAt: until, toPay, moved }: OutputOf<typeof calls.renewal.create>) {
    const way = form.value.payWay
    forgetPrices()
    if (pay.when === 'now') pay.taking.remember(way)
    const others = moved.length > 0 ? `，${moved.length}单已换车` : ''
    const last = formatMoment(toPay === null ? until : wish.newReturnAt, now)
    feedback.toast(`${toPay === null ? '已续租至' : '付款后续租至'} ${last}${others}`)
    const held = toPay && { payKind: payKind.renewal, refId: renewalId, amount: toPay.amount, name: '续租' }
    if (held && pay.when === 'link')
      await open(() => import('../../../money/payment/parts/pay-link-sheet.tsx'), { orderId, ...held })
    else if (held && way !== null) await codes.show(way, [held])
    // Orders with instalments owe the amount at once; the renewal does not depend on the payment.
    else if (pay.when === 'now' && isByCode(way) && owed > 0)
      await codes.show(way, [{ payKind: payKind.rent, amount: owed, name: '租金' }])
    backToOrder(order)
  }
  const { fields } = form
  const record = linkTo(reach, renewalScreens.record, { orderId })
  const swap = linkToPath(reach, `${profileOf(order.orderKind).base}/swap`, { orderId })
  const reason = closed ?? failure?.message ?? (price === undefined ? '正在计算费用' : undefined)
  return (
    <Page
      onBack={() => backToOrder(order)}
      right={record && <NavAction onClick={() => record.onClick()}>记录</NavAction>}
      footer={
        <ActionBar>
          <ActionSummary note={`续租 ${longer.text(wish.newReturnAt)}`}>
            <Money fen={failure ? null : (live.shown?.amount ?? null)} size="xl" />
          </ActionSummary>
          <MainButton reason={reason} loading={form.pending || codes.pending} onClick={() => void form.send()}>
            {pay.toPay > 0 ? pay.action : '确认续租'}
          </MainButton>
        </ActionBar>
      }
    >
      <Stack gap={12} ref={form.frame}>
        <OrderLine order={order} />
        {closed ? (
          <Notice>{closed}</Notice>
        ) : (
          <>
            <TermCard
              {...{ pickupAt, returnAt, now, longer }}
              newReturnAt={wish.newReturnAt}
              onSteps={set.setSteps}
              onEnd={set.setEnd}
            />
            {failure && (
              <NoRoom
                failure={failure}
                orderId={orderId}
                lastEnd={(latest) => longer.upTo(latest)}
                returnAt={returnAt}
                onTake={set.setEnd}
                onSwap={swap && (() => swap.onClick())}
                onRecord={record && (() => record.onClick())}
                onSettled={live.reprice}
              />
            )}
            {price && <Room price={price} />}
            <GoesOnCard order={order} chosen={chosen} onChoose={set.setChosen} />
            <PriceCard
              order={order}
              price={failure ? undefined : live.shown}
              waiting={waiting}
              reduces={reduces}
              setReduces={set.setReduces}
            />
            {price && price.due > 0 && <PayCard orderId={orderId} price={price} pay={pay} fields={fields} />}
          </>
        )}
      </Stack>
    </Page>
  )
}

interface GoesOnProps {
  readonly order: OrderDetail
  /** The chosen quantities of the optional services. */
  readonly chosen: Readonly<Record<string, number>> | null
  readonly onChoose: (chosen: Readonly<Record<string, number>>) => void
}

/** What stays unchanged, and the services of the added days. */
function GoesOnCard({ order, chosen, onChoose }: GoesOnProps) {
  const { data: services = [] } = useRead(calls.renewal.services, { orderId: order.orderId })
  const fixed = services.filter((service) => service.fixed)
  const free = services.filter((service) => !service.fixed)
  const qtyOf = (code: string, qty: number) => (chosen === null ? qty : (chosen[code] ?? 0))
  const set = (code: string, qty: number) =>
    onChoose({ ...Object.fromEntries(free.map((one) => [one.code, qtyOf(one.code, one.qty)])), [code]: qty })
  return (
    <Card title="续租后">
      <Cell label="还车门店" align="right">
        {order.returnPlace.storeName}
      </Cell>
      <Cell label="车辆" align="right">
        不换车
      </Cell>
      {fixed.length > 0 && (
        <Cell label="保障与服务" align="right" note={fixed.map(({ name }) => name).join('、')}>
          沿用 {fixed.length} 项
        </Cell>
      )}
      {free.map(({ code, name, price, qty, maxQty }) => (
        <div key={code} className="cell">
          <Text grow>
            {name}
            {qty > 0 && <Note as="small">原订单 {qty} 份</Note>}
          </Text>
          <Money fen={price} free per="天" />
          <Stepper
            label={name}
            value={qtyOf(code, qty)}
            max={maxQty}
            maxReason={`最多 ${maxQty} 份`}
            onChange={(next) => set(code, next)}
          />
        </div>
      ))}
    </Card>
  )
}

interface PayCardProps {
  readonly orderId: string
  readonly fields: {
    readonly payWay: FormField<PayWay | null>
    readonly slipNo: FormField<string | null>
    readonly voucherIds: FormField<readonly string[] | null>
  }
  readonly price: RenewalPrice
  readonly pay: ReturnType<typeof usePayment>
}

const now = { value: 'now', label: '现在收款' } as const
const link = { value: 'link', label: '发付款链接' } as const
const later = { value: 'later', label: '稍后收款' } as const

/** How the renewal is paid: at the counter, by a code, by a link, or later. */
function PayCard({ orderId, price, pay, fields }: PayCardProps) {
  const payWay = fields.payWay.value
  return (
    <Card pad title="收款方式">
      {pay.mayTake && (
        <Segmented<PayWhen>
          label="收款时间"
          options={pay.maySend ? [now, link, later] : [now, later]}
          value={pay.when}
          onChange={pay.setWhen}
        />
      )}
      {pay.toPay < price.due && <Note>订单已有多收 {formatMoney(price.due - pay.toPay)}，先行抵扣</Note>}
      {pay.when === 'later' && <Note>{pay.mayTake ? '计入订单待收，可随时收款或发付款链接' : '计入订单待收'}</Note>}
      {!pay.mayTake && <WhoMay act="order.payment" orderId={orderId} note="续租后请收款" />}
      {pay.takesNow && <TakingFields fields={fields} taking={pay.taking} />}
      {pay.holds(payWay) && <Note>续租时段先为客户保留，付款后生效；超时未付自动取消</Note>}
    </Card>
  )
}

interface PriceCardProps extends Pick<ReturnType<typeof useWish>, 'reduces' | 'setReduces'> {
  readonly order: Pick<OrderDetail, 'source' | 'orderKind'>
  readonly price: RenewalPrice | undefined
  readonly waiting: boolean
}

/** The price of the added time, line by line, and the reductions. */
function PriceCard({ order, price, waiting, reduces, setReduces }: PriceCardProps) {
  const asked = { given: reduces, source: order.source, of: GIVEN, onChange: setReduces }
  const byMonth = profileOf(order.orderKind).counts === 'dates'
  return (
    <Card pad title="续租费用" extra={price && price.addedDays > 0 && <Note num>{`新增 ${price.addedDays} 天`}</Note>}>
      <Stack dims aria-busy={waiting || undefined}>
        {price?.lines.map(({ name, formula, amount, priceDate }) => (
          <FeeLine
            key={`${name} ${priceDate} ${formula}`}
            label={name}
            basis={[priceDate?.slice(5), formula].filter(Boolean).join(' ')}
            fen={amount}
          />
        ))}
        {price?.lines.length === 0 && <Note>新的还车时间仍在已付的租期内，不另收费</Note>}
        {price === undefined && <Note>{waiting ? '正在计算费用' : '选好时间后显示'}</Note>}
      </Stack>
      {byMonth ? (
        price && <PlanRows rows={price.rows} />
      ) : (
        <Box>
          <PickRow
            label="店长优惠"
            value={
              reduces.length > 0 &&
              reduces.map((one) => `${reduceTypes.text(one.reduceType)} ${formatMoney(-one.amount)}`).join('，')
            }
            placeholder="无"
            onClick={() => void open(() => import('../../../booking/order/parts/sheet/reduce-sheet.tsx'), asked)}
          />
        </Box>
      )}
    </Card>
  )
}

/** Kinds of reduction allowed for a renewal. */
const GIVEN: readonly ReduceType[] = [reduceType.merchant, reduceType.manual, reduceType.roundOff]

interface Reduction {
  readonly reduceType: ReduceType
  readonly amount: number
}

/** The values of the form; by default the fewest days or months that end in the future, with all running services. */
function useWish(order: Renewed & { readonly orderId: string }) {
  const { orderId } = order
  const now = useNow()
  const [end, setEnd] = useState<{ readonly steps: number } | { readonly at: Instant } | null>(null)
  const [chosen, setChosen] = useState<Readonly<Record<string, number>> | null>(null)
  const [reduces, setReduces] = useState<readonly Reduction[]>([])
  const longer = longerOf(order)
  let least = 1
  while (longer.after(least) <= now && longer.after(least) < longer.furthest) least++
  const newReturnAt = end !== null && 'at' in end ? end.at : longer.after(end?.steps ?? least)
  const services =
    chosen === null ? undefined : Object.entries(chosen).flatMap(([code, qty]) => (qty === 0 ? [] : [{ code, qty }]))
  return {
    now,
    longer,
    wish: {
      orderId,
      newReturnAt,
      ...(services !== undefined && { services }),
      ...(reduces.length > 0 && { reduces: [...reduces] as RenewalWish['reduces'] }),
    } satisfies RenewalWish,
    chosen,
    reduces,
    setSteps: (steps: number) => setEnd({ steps }),
    setEnd: (at: Instant) => setEnd({ at }),
    setChosen,
    setReduces,
  }
}

/** Paid with the renewal, by a link sent to the customer, or owed from now on. */
type PayWhen = 'now' | 'link' | 'later'

const actions: Readonly<Record<PayWhen, string>> = {
  now: '提交并收款',
  link: '提交并发链接',
  later: '确认续租',
}

/** When and how the renewal is paid; a credit of the order is used first. */
function usePayment({ orderId, orderKind, fees, pickupPlace }: OrderDetail, amount: number) {
  // An account that cannot take money may still renew the rental; the amount is collected by others.
  const mayTake = useReach().held.has('order.payment')
  const setting = usePaySetting({ storeId: pickupPlace.storeId, enabled: mayTake })
  const ways = choosableWays.filter((way) => setting.data?.payWays.includes(way))
  const taking = useTaking(ways, useOrderSlot('voucher', orderId, 'renewal'))
  const [wanted, setWhen] = useState<PayWhen>('now')
  // Instalment orders are billed by due date, so a renewal of them has no pending payment.
  const maySend = ways.some(isByCode) && profileOf(orderKind).counts === 'hours'
  const when: PayWhen = ways.length === 0 || (wanted === 'link' && !maySend) ? 'later' : wanted
  const toPay = Math.max(0, Math.min(amount, fees.owed + amount))
  const takesNow = when === 'now' && toPay > 0
  const byHand = (way: PayWay | null): way is PayWay => takesNow && way !== null && !isByCode(way)
  const holds = (way: PayWay | null): boolean =>
    maySend && toPay > 0 && (when === 'link' || (takesNow && isByCode(way)))
  return {
    taking,
    when,
    setWhen,
    toPay,
    mayTake,
    maySend,
    action: actions[when],
    /** The payment is made at once, so a way must be chosen. */
    takesNow,
    /** The payment is recorded with the renewal. */
    byHand,
    /** The time is held until the customer has paid. */
    holds,
    /** null: nothing is paid with the renewal. */
    modeOf: (way: PayWay | null) => (holds(way) ? payMode.onlineIn : byHand(way) ? payMode.offlineIn : null),
  }
}

interface TermCardProps {
  readonly pickupAt: Instant
  readonly returnAt: Instant
  readonly newReturnAt: Instant
  readonly now: Instant
  readonly longer: Longer
  readonly onSteps: (steps: number) => void
  readonly onEnd: (at: Instant) => void
}

/** Both ends and the difference: days or months by buttons, any other time on wheels. */
function TermCard({ pickupAt, returnAt, newReturnAt, now, longer, onSteps, onEnd }: TermCardProps) {
  const ends = [
    { label: '取车', at: pickupAt },
    { label: '原还车', at: returnAt },
    { label: '新还车', at: newReturnAt, fresh: true },
  ]
  const { steps, unit, byDate, furthest } = longer
  async function pick() {
    const asked = { at: newReturnAt, now, from: returnAt, to: furthest }
    const at = await pickMoment({ title: byDate ? '续租结束日期' : '新还车时间', ...asked, date: byDate })
    if (at !== undefined) onEnd(byDate ? longer.on(localDate(at)) : at)
  }
  return (
    <Card pad>
      <Grid columns={3} fit={88} gap={8}>
        {ends.map(({ label, at, fresh }) => (
          <Stack key={label} gap={4}>
            <Note ink={fresh ? 'link' : undefined}>{label}</Note>
            <Text num weight="b" ink={fresh ? 'link' : undefined}>
              {formatMoment(at, now)}
            </Text>
          </Stack>
        ))}
      </Grid>
      <Stack gap={12} top={12}>
        <ShareBar
          shares={[
            { key: 'old', label: '原租期', count: Math.max(1, returnAt - pickupAt), tone: 'success' },
            { key: 'new', label: '续租', count: Math.max(1, newReturnAt - returnAt), tone: 'primary' },
          ]}
        />
        <ChipRadios
          look="wrap"
          label={byDate ? '续租月数' : '续租天数'}
          options={steps.map((value) => ({ value, label: `+${value}${unit}` }))}
          value={steps.find((one) => longer.after(one) === newReturnAt)}
          onChange={onSteps}
        />
        <PickRow
          label="新还车时间"
          value={<span className="num">{momentText(newReturnAt)}</span>}
          onClick={() => void pick()}
        />
      </Stack>
    </Card>
  )
}
