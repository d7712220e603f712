import '../../order/parts/order-sheet.css'
import type { deposit } from '@cheyi/contract/deposit'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { type DepositMode, depositKinds, depositMode, waiveType } from '@cheyi/domain/deposit/codes'
import { formatMoney } from '@cheyi/domain/money'
import { offlinePayWays, payWay, payWays } from '@cheyi/domain/payment/codes'
import { depositPayKind } from '@cheyi/domain/payment/collect'
import { holdProducts, onlinePayWays } from '@cheyi/domain/payment/provider'
import { DAY, startOfDate } from '@cheyi/domain/time'
import { depositPay } from '../../form/calls/deposit-pay.gen.ts'
import { CodeField } from '../../form/code-field.tsx'
import { DateField } from '../../form/date-field.tsx'
import { TextField } from '../../form/fields.tsx'
import { slotOf, UploadsField } from '../../form/uploads-field.tsx'
import { useEntry } from '../../form/use-entry.ts'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useWrite } from '../../kernel/call/calls.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import { useUploads } from '../../kernel/media/uploads.ts'
import { useNow } from '../../kernel/now.ts'
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

const does: Readonly<Record<DepositMode, string>> = {
  [depositMode.offline]: '收押金',
  [depositMode.online]: '登记预授权',
  [depositMode.waived]: '免押',
}
const done: Readonly<Record<DepositMode, string>> = {
  [depositMode.offline]: '已收押金',
  [depositMode.online]: '已登记预授权',
  [depositMode.waived]: '已免押',
}

type PickupDeposit = OutputOf<typeof deposit.forPickup>
type Kind = PickupDeposit['rows'][number]['kind'] | typeof BOTH

interface DepositSheetProps extends Asks<true> {
  readonly orderId: string
  readonly deposits: PickupDeposit
}

/** Takes a deposit at the counter, with its voucher, or lets the customer off. */
export default function DepositSheet({ orderId, deposits, answer }: DepositSheetProps) {
  const now = useNow()
  const mayWaive = useMay('deposit.waive')
  const due = deposits.rows.filter((row) => row.due > 0)
  const byHand = deposits.modes.includes(depositMode.offline)
  const waivable =
    mayWaive && deposits.modes.includes(depositMode.waived) && deposits.waiveTypes.includes(waiveType.merchant)
  const vouchers = slotOf(useUploads('voucher', orderId), 'deposit')
  const meantBy = (kind: Kind | null) => due.filter((row) => kind === BOTH || row.kind === kind)
  const sumOf = (kind: Kind | null) => meantBy(kind).reduce((sum, row) => sum + row.due, 0)
  const byMachine = deposits.holdWays.includes(payWay.pos)
  const start = byHand ? depositMode.offline : byMachine ? depositMode.online : depositMode.waived
  const form = useEntry(depositPay, {
    start: {
      orderId,
      kind: due.length > 1 && start !== depositMode.online ? BOTH : (due[0]?.kind ?? BOTH),
      mode: start,
      payWay: deposits.payWays.length === 1 ? deposits.payWays[0]! : null,
    },
    toInput: (value) => {
      const input = { ...value, amount: sumOf(value.kind), voucherIds: vouchers.ids() }
      const noSlip = { authNo: null, cardTail: null, authEndOn: null }
      if (value.mode === depositMode.online) return { ...input, payWay: payWay.pos }
      if (value.mode === depositMode.offline) return { ...input, ...noSlip }
      return { ...input, ...noSlip, waiveType: waiveType.merchant, payWay: null, voucherIds: null }
    },
    also: (input, { authNo, cardTail }) => ({
      kind: input.mode === depositMode.online && input.kind === BOTH && '预授权请逐项办理',
      payWay: input.mode === depositMode.offline && input.payWay === null && '请选择收款方式',
      authNo: input.mode === depositMode.online && !authNo && '请填写预授权码',
      cardTail: input.mode === depositMode.online && !cardTail && '请填写卡号后四位',
      voucherIds: input.mode !== depositMode.waived && vouchers.waiting,
    }),
    onSent() {
      vouchers.forget()
      feedback.toast(`${done[mode ?? depositMode.waived]} ${formatMoney(amount)}`)
      answer(true)
    },
  })
  const { fields } = form
  const { kind, mode, payWay: way, authEndOn } = form.value
  const held = mode === depositMode.online
  const amount = sumOf(kind)
  // A code is of one deposit, since each goes back by itself.
  const [only, ...others] = meantBy(kind)
  const online = mode === depositMode.offline && way !== null && onlinePayWays.includes(way)
  const choices = [
    { value: depositMode.offline, label: '收取押金', note: '现金、转账、刷卡或扫码', open: byHand },
    { value: depositMode.online, label: 'POS 预授权', note: '在刷卡机上冻结，不扣款', open: byMachine },
    { value: depositMode.waived, label: '商家免押', note: '不收押金，由商家承担风险', open: waivable },
  ].filter((choice) => choice.open)
  const lasts = authEndOn ? startOfDate(authEndOn) + DAY : now + holdProducts.pos.holdLifeDays * DAY
  const short = held && meantBy(kind).some((row) => lasts < row.neededUntil)
  const ways = [...onlinePayWays, ...offlinePayWays].filter(
    (way) => deposits.payWays.includes(way) && (others.length === 0 || offlinePayWays.includes(way)),
  )
  const link = useWrite(calls.payment.collect, {
    onDone({ paymentId }) {
      answer(true)
      void open(() => import('../../payment/parts/pay-code-sheet.tsx'), { paymentId, payWay: way!, amount })
    },
  })
  function chooseMode(chosen: DepositMode) {
    fields.mode.set(chosen)
    // A slip is of one deposit.
    if (chosen === depositMode.online && kind === BOTH) fields.kind.set(only?.kind ?? BOTH)
  }
  const showCode = () =>
    link.run({ orderId, payKind: depositPayKind(only!.kind), refId: only!.depositId, amount, payWay: way! })
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
          {online ? '出示收款码' : does[mode ?? depositMode.waived]} {formatMoney(amount)}
        </Button>
      }
    >
      <div ref={form.frame} className="order-sheet">
        {choices.length > 1 && (
          <RadioList label="收取方式" options={choices} value={mode ?? undefined} onChange={chooseMode} />
        )}
        {choices.length === 0 && <Notice>没有可用的收取方式</Notice>}
        {due.length > 1 && (
          <ChipRadios
            look="wrap"
            label="押金类型"
            options={[
              ...(held ? [] : [{ value: BOTH as Kind, label: '两项一起' }]),
              ...due.map((row) => ({ value: row.kind as Kind, label: depositKinds.text(row.kind) })),
            ]}
            value={kind ?? undefined}
            onChange={fields.kind.set}
          />
        )}
        <KeyValue
          rows={meantBy(kind).map((row) => ({ label: depositKinds.text(row.kind), value: formatMoney(row.due) }))}
        />
        {held && (
          <>
            <TextField of={fields.authNo} optional={false} layout="stack" />
            <TextField of={fields.cardTail} optional={false} layout="stack" />
            <DateField of={fields.authEndOn} ahead layout="stack" hint={`不填按${holdProducts.pos.holdLifeDays}天`} />
            {short && <Notice>授权会在押金用完之前到期，到期前须重新授权</Notice>}
            <UploadsField of={fields.voucherIds} from={vouchers} label="签购单照片" />
          </>
        )}
        {mode === depositMode.offline && (
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
