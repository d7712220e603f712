import { formatMoney } from '@cheyi/domain/money'
import { depositChange, depositChanges, depositKinds, depositMode, waiveType } from '@cheyi/domain/money/deposit/codes'
import { isWaivedDeposit } from '@cheyi/domain/money/deposit/status'
import { offlinePayWays, payWay } from '@cheyi/domain/money/payment/codes'
import { depositPayKind } from '@cheyi/domain/money/payment/collect'
import { holdProducts } from '@cheyi/domain/money/payment/provider'
import { choosableWays } from '@cheyi/domain/platform/merchant/pay-setting'
import { DAY, startOfDate } from '@cheyi/domain/time'
import { useState } from 'react'
import { SubjectOf } from '../../../booking/order/parts/order-subject.tsx'
import { depositPay } from '../../../form/calls/deposit-pay.gen.ts'
import { DateField } from '../../../form/date-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, TextField } from '../../../form/fields.tsx'
import { UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { type calls, feedback, type OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import { open as openSheet } from '../../../page/open.ts'
import type { Asks } from '../../../page/opened.tsx'
import { useOrderSlot } from '../../../platform/media/parts/other-phone.ts'
import { RadioList } from '../../../ui/field/choice.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Button, Notice } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { isByCode, TakingFields, useTaking } from '../../payment/parts/taking/taking-fields.tsx'

/** Value of the call for both deposits together. */
const BOTH = 3

type PickupDeposit = OutputOf<typeof calls.deposit.forPickup>
type Kind = PickupDeposit['rows'][number]['kind'] | typeof BOTH

interface DepositSheetProps extends Asks<true> {
  readonly orderId: string
  readonly deposits: PickupDeposit
  /** The deposit in hand to add to or replace; undefined: collect the due deposits. */
  readonly changed?: PickupDeposit['rows'][number]
}

/** The ways to settle a deposit, each with its fields of the call. */
const manners = {
  paid: { mode: depositMode.offline, payWay: null, waiveType: null },
  alipay: { mode: depositMode.online, payWay: payWay.alipay, waiveType: null },
  pos: { mode: depositMode.online, payWay: payWay.pos, waiveType: null },
  zhima: { mode: depositMode.waived, payWay: payWay.alipay, waiveType: waiveType.zhima },
  score: { mode: depositMode.waived, payWay: payWay.wechat, waiveType: waiveType.wechatScore },
  merchant: { mode: depositMode.waived, payWay: null, waiveType: waiveType.merchant },
} as const
type Manner = keyof typeof manners

const words: Readonly<Record<Manner, { readonly label: string; readonly note: string; readonly does: string }>> = {
  paid: { label: '收取押金', note: '现金、转账、刷卡或扫码', does: '收押金' },
  alipay: { label: '支付宝预授权', note: '客户扫码冻结，不扣款', does: '出示授权码' },
  pos: { label: 'POS 预授权', note: '在刷卡机上冻结，不扣款', does: '登记预授权' },
  zhima: { label: '芝麻免押', note: '信用达标不冻结，欠款仍可扣', does: '出示授权码' },
  score: { label: '微信支付分免押', note: '信用达标不冻结，还车后扣一次', does: '出示授权码' },
  merchant: { label: '商家免押', note: '不收押金，由商家承担风险', does: '免押' },
}
const isManner = (name: string): name is Manner => Object.hasOwn(manners, name)

/** Collects a deposit at the counter or by code, authorizes a hold, waives it, or changes a deposit in hand. */
export default function DepositSheet({ orderId, deposits, changed, answer }: DepositSheetProps) {
  const now = useNow()
  const mayWaive = useMay('deposit.waive')
  const due = changed === undefined ? deposits.rows.filter((row) => row.due > 0) : [changed]
  // A credit guarantee covers a fixed amount, so it can only be replaced.
  const credited = changed !== undefined && isWaivedDeposit(changed.payStatus)
  const [change, setChange] = useState(
    changed === undefined ? null : changed.short > 0 && !credited ? depositChange.more : depositChange.instead,
  )
  const more = change === depositChange.more
  const open = {
    paid: deposits.modes.includes(depositMode.offline),
    alipay: deposits.holdWays.includes(payWay.alipay),
    pos: deposits.holdWays.includes(payWay.pos),
    zhima: !more && deposits.waiveTypes.includes(waiveType.zhima),
    score: !more && deposits.waiveTypes.includes(waiveType.wechatScore),
    merchant:
      change === null &&
      mayWaive &&
      deposits.modes.includes(depositMode.waived) &&
      deposits.waiveTypes.includes(waiveType.merchant),
  } satisfies Record<Manner, boolean>
  const choices = Object.keys(words)
    .filter(isManner)
    .filter((name) => open[name])
    .map((value) => ({
      value,
      ...words[value],
      ...(value === 'paid' && due.length > 1 && { note: '现金、转账、刷卡；扫码请逐项收' }),
    }))
  const [chosen, setManner] = useState<Manner>('paid')
  const manner = choices.some(({ value }) => value === chosen) ? chosen : (choices[0]?.value ?? 'paid')
  const held = manner !== 'paid' && manner !== 'merchant'
  const [wanted, setKind] = useState<Kind>()
  // A hold covers one deposit only.
  const single = held && due.length > 1 && (wanted === undefined || wanted === BOTH)
  const kind: Kind = (single ? due[0]?.kind : wanted) ?? (due.length > 1 ? BOTH : (due[0]?.kind ?? BOTH))
  const meant = due.filter((row) => kind === BOTH || row.kind === kind)
  const sumOf = (typed: number | null) => {
    if (changed !== undefined) return more ? typed : changed.amount
    return meant.reduce((sum, row) => sum + row.due, 0)
  }
  // A code pays one deposit only, because each deposit is refunded separately.
  const ways = choosableWays.filter(
    (one) => deposits.payWays.includes(one) && (meant.length < 2 || offlinePayWays.includes(one)),
  )
  const vouchers = useOrderSlot('voucher', orderId, 'deposit')
  const taking = useTaking(ways, vouchers)
  const form = useEntry(depositPay, {
    start: {
      orderId,
      mode: manners[manner].mode,
      payWay: taking.proposed,
      amount: changed !== undefined && changed.short > 0 ? changed.short : null,
      version: changed?.version ?? null,
    },
    toInput: (value) => {
      const input = { ...value, ...manners[manner], kind, change, amount: sumOf(value.amount), client: 'qr' as const }
      const noSlip = { authNo: null, cardTail: null, authEndOn: null }
      if (manner === 'pos') return input
      if (manner === 'paid') return { ...input, ...noSlip, payWay: value.payWay, slipNo: taking.slipOf(value) }
      return { ...input, ...noSlip }
    },
    files: ({ payWay: by }) => ({
      voucherIds: manner === 'pos' ? vouchers : manner === 'paid' ? taking.proofOf(by) : undefined,
    }),
    also: (input, { authNo, cardTail }) => ({
      payWay: manner === 'paid' && taking.missing(input.payWay),
      amount: more && !input.amount && '请填写补足金额',
      authNo: manner === 'pos' && !authNo && '请填写预授权码',
      cardTail: manner === 'pos' && !cardTail && '请填写卡号后四位',
    }),
    onSent({ paymentId }) {
      if (manner === 'paid') taking.remember(way)
      answer(true)
      const asked = manners[manner].payWay ?? way
      if (paymentId !== null && asked !== null)
        return void openSheet(() => import('../../payment/parts/pay-code-sheet.tsx'), {
          orderId,
          paymentId,
          payWay: asked,
          name,
          amount,
          hold: manner !== 'paid',
        })
      const done = change === null ? words[manner].does : `${depositChanges.text(change)}押金`
      feedback.toast(manner === 'merchant' ? '已免押' : `已${done} ${formatMoney(amount)}`)
    },
  })
  const { fields } = form
  function sendLink({ depositId, kind: one, due: open }: PickupDeposit['rows'][number]) {
    answer(true)
    const asked = { orderId, payKind: depositPayKind(one), refId: depositId, amount: open }
    return openSheet(() => import('../../payment/parts/pay-link-sheet.tsx'), asked)
  }
  const { payWay: way, authEndOn } = form.value
  const amount = sumOf(form.value.amount) ?? 0
  const [only, ...others] = meant
  const name = meant.map((row) => depositKinds.text(row.kind)).join('、')
  const online = manner === 'paid' && isByCode(way)
  // The customer can choose between payment and hold on their own page.
  const linked = change === null && others.length === 0 && manner !== 'pos' && (online || held)
  const lasts = authEndOn ? startOfDate(authEndOn) + DAY : now + holdProducts.pos.holdLifeDays * DAY
  const short = manner === 'pos' && meant.some((row) => lasts < row.neededUntil)
  function choose(name: string) {
    if (!isManner(name)) return
    setManner(name)
    fields.mode.set(manners[name].mode)
  }
  return (
    <EntrySheet
      title={changed === undefined ? '收取押金' : '补足或更换押金'}
      of={form}
      action={`${online ? '出示收款码' : words[manner].does}${amount > 0 ? ` ${formatMoney(amount)}` : ''}`}
    >
      <SubjectOf orderId={orderId} />
      {changed !== undefined && change !== null && (
        <>
          <KeyValue
            rows={[
              { label: `${depositKinds.text(changed.kind)}在押`, value: formatMoney(changed.available) },
              ...(changed.short > 0 ? [{ label: '按订单还差', value: formatMoney(changed.short) }] : []),
            ]}
          />
          {!credited && (
            <ChipRadios
              look="wrap"
              label="押金调整"
              options={depositChanges.values.map((value) => ({ value, label: depositChanges.text(value) }))}
              value={change}
              onChange={setChange}
            />
          )}
          {more ? (
            <FenField of={fields.amount} label="补足金额" optional={false} />
          ) : (
            <Notice>新押金到位后，原押金 {formatMoney(changed.available)} 随即退还</Notice>
          )}
        </>
      )}
      {choices.length > 1 && <RadioList label="收取方式" options={choices} value={manner} onChange={choose} />}
      {choices.length === 0 && <Notice>没有可用的收取方式</Notice>}
      {due.length > 1 && (
        <ChipRadios
          look="wrap"
          label="押金类型"
          options={[
            ...(held ? [] : [{ value: BOTH as Kind, label: '两项一起' }]),
            ...due.map((row) => ({ value: row.kind as Kind, label: depositKinds.text(row.kind) })),
          ]}
          value={kind}
          onChange={setKind}
        />
      )}
      {change === null && (
        <KeyValue rows={meant.map((row) => ({ label: depositKinds.text(row.kind), value: formatMoney(row.due) }))} />
      )}
      {linked && only !== undefined && (
        <Button variant="text" onClick={() => void sendLink(only)}>
          发链接给客户
        </Button>
      )}
      {manner === 'pos' && (
        <>
          <TextField of={fields.authNo} optional={false} />
          <TextField of={fields.cardTail} optional={false} />
          <DateField of={fields.authEndOn} ahead hint={`不填按${holdProducts.pos.holdLifeDays}天`} />
          {short && <Notice>授权会在押金用完之前到期，到期前须重新授权</Notice>}
          <UploadsField of={fields.voucherIds} from={vouchers} label="签购单照片" />
        </>
      )}
      {manner === 'paid' && <TakingFields fields={fields} taking={taking} />}
    </EntrySheet>
  )
}
