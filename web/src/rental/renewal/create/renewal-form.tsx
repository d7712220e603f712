import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { orderSteps, WRONG_STATUS } from '@cheyi/domain/booking/order/steps'
import { payKind } from '@cheyi/domain/money/payment/codes'
import { formatMoment } from '@cheyi/domain/near'
import { can } from '@cheyi/domain/step'
import { OrderLine } from '../../../booking/order/parts/order-line.tsx'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { backToOrder } from '../../../booking/order/parts/profile.ts'
import { renewalCreate } from '../../../form/calls/renewal-create.gen.ts'
import { useEntry } from '../../../form/use-entry.ts'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { refusedAs } from '../../../kernel/call/refused.ts'
import { linkTo, linkToPath, useReach } from '../../../kernel/page/reach.ts'
import { useCodes } from '../../../money/payment/parts/taking/use-codes.ts'
import { isByCode } from '../../../money/payment/parts/taking/use-taking.ts'
import { open } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { MainButton } from '../../../ui/button.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { ActionBar, ActionSummary } from '../../../ui/frame/page-frame.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { renewalScreens } from '../screens.ts'
import { GoesOnCard } from './goes-on-card.tsx'
import { PayCard } from './pay-card.tsx'
import { PriceCard } from './price-card.tsx'
import { NoRoom, Room } from './room-notice.tsx'
import { TermCard } from './term-card.tsx'
import { usePayment } from './use-payment.ts'
import { forgetPrices, usePrice } from './use-price.ts'
import { useWish } from './wish.ts'

const isRepriced = refusedAs('priceChanged', 'quoteExpired', 'renewalNoVehicle', 'renewalOpen', 'overdueUnsettled')

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
