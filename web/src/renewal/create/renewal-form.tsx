import { choosableWays } from '@cheyi/domain/merchant/pay-setting'
import { formatMoney } from '@cheyi/domain/money'
import { formatMoment } from '@cheyi/domain/near'
import { profileOf } from '@cheyi/domain/order/kinds'
import { orderSteps, WRONG_STATUS } from '@cheyi/domain/order/steps'
import { hasSlip, type PayWay, payKind, payMode } from '@cheyi/domain/payment/codes'
import { onlinePayWays } from '@cheyi/domain/payment/provider'
import { can } from '@cheyi/domain/step'
import { useState } from 'react'
import { renewalCreate } from '../../form/calls/renewal-create.gen.ts'
import { TextField } from '../../form/fields.tsx'
import { UploadsField } from '../../form/uploads-field.tsx'
import { useEntry } from '../../form/use-entry.ts'
import { calls, useWrite } from '../../kernel/call/calls.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import { refusedAs } from '../../kernel/call/refused.ts'
import { linkTo, linkToPath, useReach } from '../../kernel/page/reach.ts'
import { useOrderSlot } from '../../media/parts/other-phone.ts'
import { usePaySetting } from '../../merchant/parts/pay-setting.ts'
import { OrderLine } from '../../order/parts/order-line.tsx'
import type { OrderDetail } from '../../order/parts/order-words.ts'
import { backToOrder } from '../../order/parts/profile.ts'
import { open } from '../../page/open.ts'
import { Page } from '../../page/page.tsx'
import { useUsualWay } from '../../payment/parts/usual-way.ts'
import { WayField } from '../../payment/parts/way-field.tsx'
import { MainButton } from '../../ui/button.tsx'
import { NavAction } from '../../ui/frame/nav-bar.tsx'
import { ActionBar, ActionSummary } from '../../ui/frame/page-frame.tsx'
import { Segmented } from '../../ui/frame/tabs.tsx'
import { Note, Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import { Card } from '../../ui/show/card.tsx'
import { Money } from '../../ui/show/money.tsx'
import { renewalScreens } from '../screens.ts'
import { GoesOnCard } from './goes-on-card.tsx'
import { PriceCard } from './price-card.tsx'
import { NoRoom, Room } from './room-notice.tsx'
import { TermCard } from './term-card.tsx'
import { forgetPrices, usePrice } from './use-price.ts'
import { useWish } from './wish.ts'

const isRepriced = refusedAs('priceChanged', 'quoteExpired', 'renewalNoVehicle', 'overdueUnsettled')

/** The wish, what it costs and who gives way, and how it is paid. */
export function RenewalForm({ order }: { readonly order: OrderDetail }) {
  const { orderId, pickupAt, returnAt } = order
  const reach = useReach()
  const closed = can(orderSteps, 'renew', order.status).ok ? undefined : WRONG_STATUS
  const { now, longer, wish, chosen, reduces, ...set } = useWish(order)
  const live = usePrice(wish, closed === undefined)
  const { price, failure, waiting } = live
  const pay = usePayment(order, price?.due ?? 0)
  const take = useWrite(calls.payment.collect)
  const form = useEntry(renewalCreate, {
    start: { orderId, payMode: payMode.offlineIn, payWay: pay.usual.proposed },
    toInput: (value) => ({
      ...value,
      quoteId: price?.quoteId ?? null,
      payWay: pay.byHand(value.payWay) ? value.payWay : null,
      slipNo: pay.byHand(value.payWay) && hasSlip(value.payWay) ? value.slipNo : null,
    }),
    files: (value) => ({ voucherIds: pay.byHand(value.payWay) ? pay.vouchers : undefined }),
    handles: isRepriced,
    onFailure(problem) {
      if (!isRepriced(problem)) return
      feedback.toast(problem.message, 'error')
      live.reprice()
    },
    onSent: ({ owed, returnAt: until, moved }) => void done(owed, until, moved.length),
  })
  async function done(owed: number, until: number, moved: number) {
    const way = form.value.payWay
    forgetPrices()
    pay.vouchers.forget()
    if (pay.now) pay.usual.remember(way)
    feedback.toast(`已续租至 ${formatMoment(until, now)}${moved > 0 ? `，${moved}单已换车` : ''}`)
    if (pay.now && way !== null && onlinePayWays.includes(way) && owed > 0) await showCode(way, owed)
    backToOrder(order)
  }
  async function showCode(way: PayWay, amount: number) {
    const link = await take.run({ orderId, payKind: payKind.rent, amount, payWay: way })
    if (link)
      await open(() => import('../../payment/parts/pay-code-sheet.tsx'), {
        orderId,
        paymentId: link.paymentId,
        payWay: way,
        amount,
      })
  }
  const { fields, value } = form
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
          <MainButton reason={reason} loading={form.pending || take.pending} onClick={() => void form.send()}>
            {pay.now && pay.toPay > 0 ? '提交并收款' : '确认续租'}
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
            {price && price.due > 0 && (
              <Stack as={Card} gap={12} pad={16} title="收款方式">
                {pay.mayTake && (
                  <Segmented
                    label="收款时间"
                    options={[
                      { value: 1, label: '现在收款' },
                      { value: 0, label: '稍后收款' },
                    ]}
                    value={pay.now ? 1 : 0}
                    onChange={(now) => pay.setNow(now === 1)}
                  />
                )}
                {pay.toPay < price.due && <Note>订单已有多收 {formatMoney(price.due - pay.toPay)}，先行抵扣</Note>}
                {!pay.now && (
                  <Note>
                    {pay.mayTake ? '计入订单待收，可随时收款或发付款链接' : '计入订单待收，由有收款权限的同事收款'}
                  </Note>
                )}
                {pay.now && pay.toPay > 0 && (
                  <>
                    <WayField of={fields.payWay} ways={pay.ways} usual={pay.usual} optional={false} />
                    {pay.byHand(value.payWay) && hasSlip(value.payWay) && (
                      <TextField of={fields.slipNo} layout="stack" optional />
                    )}
                    {pay.byHand(value.payWay) && <UploadsField of={fields.voucherIds} from={pay.vouchers} optional />}
                  </>
                )}
              </Stack>
            )}
          </>
        )}
      </Stack>
    </Page>
  )
}

/** When and how the renewal is paid; what the order has too much pays of it first. */
function usePayment({ orderId, fees, pickupPlace }: OrderDetail, amount: number) {
  // Who takes no money makes the rental longer all the same, and others collect.
  const mayTake = useReach().held.has('order.payment')
  const setting = usePaySetting({ storeId: pickupPlace.storeId, enabled: mayTake })
  const ways = choosableWays.filter((way) => setting.data?.payWays.includes(way))
  const usual = useUsualWay(ways)
  const vouchers = useOrderSlot('voucher', orderId, 'renewal')
  const [wanted, setNow] = useState(true)
  const now = wanted && ways.length > 0
  const toPay = Math.max(0, Math.min(amount, fees.owed + amount))
  return {
    ways,
    usual,
    vouchers,
    now,
    setNow,
    toPay,
    mayTake,
    /** It is recorded with the renewal. */
    byHand: (way: PayWay | null): way is PayWay => now && toPay > 0 && way !== null && !onlinePayWays.includes(way),
  }
}
