import { formatMoney } from '@cheyi/domain/money'
import { type PayWay, type payKind, payKinds } from '@cheyi/domain/money/payment/codes'
import { collectKinds } from '@cheyi/domain/money/payment/collect'
import { isInFlight } from '@cheyi/domain/money/payment/steps'
import { choosableWays } from '@cheyi/domain/platform/merchant/pay-setting'
import { OrderSubject } from '../../../booking/order/parts/order-subject.tsx'
import { owesRest } from '../../../booking/order/parts/order-words.ts'
import { useDetail } from '../../../booking/order/parts/use-detail.ts'
import { paymentCollect } from '../../../form/calls/payment-collect.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { feedback } from '../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { open } from '../../../page/open.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { useOrderSlot } from '../../../platform/media/parts/other-phone.ts'
import { usePaySetting } from '../../../platform/merchant/parts/pay-setting.ts'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Note, Notice } from '../../../ui/layout.tsx'
import { isByCode, TakingFields, useTaking } from './taking/taking-fields.tsx'

interface CollectProps extends Asks<boolean> {
  readonly orderId: string
  /** The item to pay; undefined: the whole order. */
  readonly item?: {
    readonly payKind:
      | typeof payKind.supplement
      | typeof payKind.damage
      | typeof payKind.violation
      | typeof payKind.renewal
    readonly id: string
    readonly name: string
    readonly due: number
    /** The item can be paid only in full. */
    readonly whole?: boolean
  }
}

/** Takes a payment: by a code that the customer scans, or recorded at the counter (cash, transfer, card machine). */
export default function CollectSheet({ orderId, item, answer }: CollectProps) {
  const order = useDetail(orderId)
  const setting = usePaySetting({ storeId: order.data?.pickupPlace.storeId, enabled: order.data !== undefined })
  if (order.data && setting.data) {
    const { payWays: taken } = setting.data
    const ways = choosableWays.filter((way) => taken.includes(way))
    return <Form orderId={orderId} order={order.data} ways={ways} item={item} answer={answer} />
  }
  return (
    <OpenedSheet title="收款">
      <Answer of={order}>{() => <Answer of={setting}>{() => null}</Answer>}</Answer>
    </OpenedSheet>
  )
}

interface FormProps extends CollectProps {
  readonly order: NonNullable<ReturnType<typeof useDetail>['data']>
  readonly ways: readonly PayWay[]
}

function Form({ orderId, order, ways, item, answer }: FormProps) {
  const owed = item?.due ?? order.fees.owed + order.fees.writtenOff
  const first = item === undefined ? order.fees.prepayDue : 0
  const rest = owed - first
  const kind = item?.payKind ?? collectKinds(order.status)[0] ?? null
  const name = item?.name ?? (owesRest(order) ? '尾款' : kind === null ? '' : payKinds.text(kind))
  const taking = useTaking(ways, useOrderSlot('voucher', orderId, 'receipt'))
  const form = useEntry(paymentCollect, {
    start: {
      orderId,
      payKind: kind,
      refId: item?.id ?? null,
      amount: first || Math.max(owed, 0),
      payWay: taking.proposed,
    },
    toInput: (value) => ({ ...value, slipNo: taking.slipOf(value) }),
    files: ({ payWay: way }) => ({ voucherIds: taking.proofOf(way) }),
    also: ({ amount }) => ({
      amount: amount !== null && amount > owed && `收款金额不能超过待收${formatMoney(owed)}`,
    }),
    faults: (failure) => ({ amount: isRefusedFor('amountWrong')(failure) && failure.message }),
    onSent({ paymentId, status }) {
      const { payWay: way, amount: asked } = form.value
      taking.remember(way)
      if (isInFlight(status) && way !== null && asked !== null) {
        answer(true)
        void open(() => import('./pay-code-sheet.tsx'), { orderId, paymentId, payWay: way, name, amount: asked })
        return
      }
      feedback.toast(`已收款 ${formatMoney(form.value.amount ?? 0)}`)
      answer(true)
    },
  })
  const { fields } = form
  const { amount } = form.value
  function sendLink() {
    answer(true)
    return open(() => import('./pay-link-sheet.tsx'), {
      orderId,
      payKind: kind!,
      amount: first || owed,
      ...(item === undefined ? {} : { refId: item.id }),
    })
  }
  const closed = ways.length === 0 ? '商户未开通收款方式' : owed <= 0 || kind === null ? '没有待收款项' : undefined
  return (
    <EntrySheet
      title="收款"
      of={form}
      action={`${isByCode(form.value.payWay) ? '出示收款码' : '收款'}${amount ? ` ${formatMoney(amount)}` : ''}`}
      reason={closed}
    >
      {closed ? (
        <Notice>{closed}</Notice>
      ) : (
        <>
          <OrderSubject order={order} />
          {first > 0 && (
            <ChipRadios
              look="wrap"
              label="收多少"
              options={[
                { value: first, label: `预付款 ${formatMoney(first)}` },
                { value: owed, label: `全款 ${formatMoney(owed)}` },
              ]}
              value={amount ?? 0}
              onChange={fields.amount.set}
            />
          )}
          {item?.whole ? (
            <Note num>{`${item.name}待付 ${formatMoney(owed)}，一次付清后生效`}</Note>
          ) : (
            <FenField
              of={fields.amount}
              hint={
                first > 0
                  ? `尾款 ${formatMoney(rest)} 取车时付`
                  : `${item?.name ?? (owesRest(order) ? '尾款' : '')}待收 ${formatMoney(owed)}，可分次收取`
              }
            />
          )}
          <TakingFields fields={fields} taking={taking} onLink={() => void sendLink()} />
        </>
      )}
    </EntrySheet>
  )
}
