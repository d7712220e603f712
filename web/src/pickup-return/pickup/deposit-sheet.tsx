import type { deposit } from '@cheyi/contract/deposit'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { depositKinds, depositMode, waiveType } from '@cheyi/domain/deposit/codes'
import { formatMoney } from '@cheyi/domain/money'
import { offlinePayWays, payWays } from '@cheyi/domain/payment/codes'
import { depositPayKind } from '@cheyi/domain/payment/collect'
import { onlinePayWays } from '@cheyi/domain/payment/provider'
import { depositPay } from '../../form/calls/deposit-pay.gen.ts'
import { CodeField } from '../../form/code-field.tsx'
import { slotOf, UploadsField } from '../../form/uploads-field.tsx'
import { useEntry } from '../../form/use-entry.ts'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useWrite } from '../../kernel/call/calls.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import { useUploads } from '../../kernel/media/uploads.ts'
import { useMay } from '../../kernel/user.ts'
import { type Asks, open } from '../../page/open.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { RadioList } from '../../ui/field/choice.tsx'
import { ChipRadios } from '../../ui/frame/chips.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import { KeyValue } from '../../ui/show/rows.tsx'

/** Both deposits together, as the call takes them. */
const BOTH = 3

type PickupDeposit = OutputOf<typeof deposit.forPickup>
type Kind = PickupDeposit['rows'][number]['kind'] | typeof BOTH

interface DepositSheetProps extends Asks<true> {
  readonly orderId: string
  readonly deposits: PickupDeposit
}

/** Takes a deposit at the counter, with its voucher, or lets the customer off. */
export default function DepositSheet({ orderId, deposits, answer }: DepositSheetProps) {
  const mayWaive = useMay('deposit.waive')
  const due = deposits.rows.filter((row) => row.due > 0)
  const byHand = deposits.modes.includes(depositMode.offline)
  const waivable =
    mayWaive && deposits.modes.includes(depositMode.waived) && deposits.waiveTypes.includes(waiveType.merchant)
  const vouchers = slotOf(useUploads('voucher', orderId), 'deposit')
  const meantBy = (kind: Kind | null) => due.filter((row) => kind === BOTH || row.kind === kind)
  const sumOf = (kind: Kind | null) => meantBy(kind).reduce((sum, row) => sum + row.due, 0)
  const form = useEntry(depositPay, {
    start: {
      orderId,
      kind: due.length > 1 ? BOTH : (due[0]?.kind ?? BOTH),
      mode: byHand ? depositMode.offline : depositMode.waived,
      payWay: deposits.payWays.length === 1 ? deposits.payWays[0]! : null,
    },
    toInput: (value) => ({
      ...value,
      amount: sumOf(value.kind),
      ...(value.mode === depositMode.waived
        ? { waiveType: waiveType.merchant, payWay: null }
        : { voucherIds: vouchers.ids() }),
    }),
    also: ({ mode, payWay }) =>
      mode === depositMode.waived ? {} : { payWay: payWay === null && '请选择收款方式', voucherIds: vouchers.waiting },
    onSent() {
      vouchers.forget()
      feedback.toast(waived ? '已免押' : `已收押金 ${formatMoney(amount)}`)
      answer(true)
    },
  })
  const { fields } = form
  const { kind, mode, payWay } = form.value
  const waived = mode === depositMode.waived
  const amount = sumOf(kind)
  // A code is of one deposit, since each goes back by itself.
  const [only, ...others] = meantBy(kind)
  const online = !waived && payWay !== null && onlinePayWays.includes(payWay)
  const ways = [...onlinePayWays, ...offlinePayWays].filter(
    (way) => deposits.payWays.includes(way) && (others.length === 0 || offlinePayWays.includes(way)),
  )
  const link = useWrite(calls.payment.collect, {
    onDone({ paymentId }) {
      answer(true)
      void open(() => import('../../payment/parts/pay-code-sheet.tsx'), { paymentId, payWay: payWay!, amount })
    },
  })
  const showCode = () =>
    link.run({ orderId, payKind: depositPayKind(only!.kind), refId: only!.depositId, amount, payWay: payWay! })
  return (
    <OpenedSheet
      title="收取押金"
      footer={
        <Button
          variant="primary"
          size="l"
          block
          loading={form.pending || link.pending}
          onClick={() => void (online && only ? showCode() : form.send())}
        >
          {waived ? '免押' : online ? '出示收款码' : '收押金'} {formatMoney(amount)}
        </Button>
      }
    >
      <div ref={form.frame} className="handover-sheet">
        {due.length > 1 && (
          <ChipRadios
            look="wrap"
            label="押金类型"
            options={[
              { value: BOTH as Kind, label: '两项一起' },
              ...due.map((row) => ({ value: row.kind as Kind, label: depositKinds.text(row.kind) })),
            ]}
            value={kind ?? undefined}
            onChange={fields.kind.set}
          />
        )}
        <KeyValue
          rows={meantBy(kind).map((row) => ({ label: depositKinds.text(row.kind), value: formatMoney(row.due) }))}
        />
        {waivable && (
          <RadioList
            label="收取方式"
            options={[
              { value: depositMode.offline, label: '线下收取', note: '现金、转账、刷卡', disabled: !byHand },
              { value: depositMode.waived, label: '商家免押', note: '不收押金，由商家承担风险' },
            ]}
            value={mode ?? undefined}
            onChange={fields.mode.set}
          />
        )}
        {!byHand && !waivable && <Notice>没有可用的收取方式</Notice>}
        {!waived && (
          <>
            <CodeField
              of={fields.payWay}
              optional={false}
              layout="stack"
              look="tile"
              codes={{ values: ways, text: payWays.text }}
            />
            {!online && <UploadsField of={fields.voucherIds} from={vouchers} />}
          </>
        )}
      </div>
    </OpenedSheet>
  )
}
