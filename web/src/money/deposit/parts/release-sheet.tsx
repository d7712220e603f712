import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { formatMoney } from '@cheyi/domain/money'
import { depositKind, depositKinds } from '@cheyi/domain/money/deposit/codes'
import { can } from '@cheyi/domain/step'
import { type ReactNode, useState } from 'react'
import { OrderSubject } from '../../../booking/order/parts/order-subject.tsx'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { useDetail } from '../../../booking/order/parts/use-detail.ts'
import { depositRelease } from '../../../form/calls/deposit-release.gen.ts'
import { depositWithdraw } from '../../../form/calls/deposit-withdraw.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField } from '../../../form/fields.tsx'
import { errorOf } from '../../../form/form-field.ts'
import { ReasonSheet } from '../../../form/reason-sheet.tsx'
import { type Slot, UploadsField } from '../../../form/uploads-field.tsx'
import { type Entry, useEntry } from '../../../form/use-entry.ts'
import type { calls, InputOf, OutputOf } from '../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { momentText, useNow } from '../../../kernel/now.ts'
import { linkTo, useReach } from '../../../kernel/user.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { useOrderSlot } from '../../../platform/media/parts/other-phone.ts'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Button, Notice, Stack } from '../../../ui/layout.tsx'
import { PaidBackFields } from '../../payment/parts/paid-back-fields.tsx'
import { type PaidBack, usePaidBack } from '../../payment/parts/use-paid-back.ts'
import { depositScreensOf } from '../screens.ts'
import { BY_HAND, type DepositRow, pendingReleaseFen, releasable, releaseJobs, releaseWay } from './deposit-words.ts'

const SLOT = 'release'
const TITLE = '退押金'

/** Releases a deposit completely or partly, or records that a requested refund was paid. */
export default function ReleaseSheet({ orderId, answer }: { readonly orderId: string } & Asks<boolean>) {
  const detail = useDetail(orderId)
  const order = detail.data
  const jobs = order && releaseJobs(order)
  const [chosen, choose] = useState<string>()
  const job = jobs?.find(({ key }) => key === chosen) ?? jobs?.[0]
  if (order && jobs && job) {
    const choice = jobs.length > 1 && (
      <ChipRadios
        look="wrap"
        label="押金类型"
        options={jobs.map(({ key, label }) => ({ value: key, label }))}
        value={job.key}
        onChange={choose}
      />
    )
    const Form = forms[job.what]
    return <Form key={job.key} order={order} row={job.row} choice={choice} answer={answer} />
  }
  return (
    <OpenedSheet title={TITLE}>
      <Answer of={detail}>{() => <Notice>没有可退还的押金</Notice>}</Answer>
    </OpenedSheet>
  )
}

interface FormProps extends Asks<boolean> {
  readonly order: OrderDetail
  readonly row: DepositRow
  /** Choice between several pending actions. */
  readonly choice: ReactNode
}

type ReleaseForm = Entry<InputOf<typeof calls.deposit.release>, OutputOf<typeof calls.deposit.release>>

interface FrameProps extends Pick<FormProps, 'order' | 'choice'> {
  readonly of: ReleaseForm
  readonly way: string
  readonly label: string
  readonly vouchers: Slot
  /** The picture of the transfer may be missing. */
  readonly optional: boolean
  /** Another refund is still pending: its voucher covers all pending refunds and is uploaded later. */
  readonly unproven?: boolean
  /** The refund method, requested once the refund was paid. */
  readonly paidBack: PaidBack
  readonly children: ReactNode
}

const Subject = ({ order, way }: Pick<FrameProps, 'order' | 'way'>) => (
  <OrderSubject order={order} more={[{ label: '退还方式', value: way }]} />
)

/** An uploaded picture of the transfer means that the refund was paid. */
const isPaid = (vouchers: Slot): boolean => vouchers.tiles.length > 0

/** The common sheet of both forms: pictures of the transfer below the fields, and the button that submits. */
const Frame = ({ of, order, way, choice, label, vouchers, optional, unproven, paidBack, children }: FrameProps) => (
  <EntrySheet title={TITLE} of={of} action={label}>
    <Subject order={order} way={way} />
    {choice}
    {children}
    {unproven ? (
      <Notice>已有一笔退还待上传凭证，退款后一并上传</Notice>
    ) : (
      <>
        <UploadsField of={of.fields.voucherIds} from={vouchers} optional={optional} />
        {(!optional || isPaid(vouchers)) && <PaidBackFields fields={of.fields} paidBack={paidBack} />}
      </>
    )}
  </EntrySheet>
)

const isEarly = isRefusedFor('releaseTooEarly')

/** Success message of both forms. */
const sentText = (sent: OutputOf<typeof calls.deposit.release>): string =>
  pendingReleaseFen(sent.deposit) > 0 ? '已发起退还，退款后上传凭证' : '押金已退还'

function Release({ order, row, choice, answer }: FormProps) {
  const { orderId } = order
  const now = useNow()
  const most = releasable(order, row)
  const [tooEarly, setTooEarly] = useState(row.dueReleaseAt !== null && row.dueReleaseAt > now)
  const vouchers = useOrderSlot('voucher', orderId, SLOT)
  const paidBack = usePaidBack({ storeId: order.pickupPlace.storeId, came: row.payWay })
  const form = useEntry(depositRelease, {
    start: { orderId, kind: row.kind, amount: most, payWay: paidBack.proposed },
    toInput: (value) => ({
      ...value,
      // The full amount is sent as null, so that the server uses the current rest.
      amount: value.amount === most ? null : value.amount,
      early: tooEarly ? value.early : null,
      ...paidBack.sent(value, isPaid(vouchers)),
    }),
    files: () => ({ voucherIds: vouchers }),
    also: (_, { amount, early, ...value }) => ({
      amount: amount === null ? '请填写退还金额' : amount > most && `退还金额不能超过${formatMoney(most)}`,
      early: tooEarly && !early && '请确认提前退还',
      payWay: paidBack.missing(value, isPaid(vouchers)),
    }),
    // Shows the errors of the server beside their fields.
    faults: (failure) => ({
      early: isEarly(failure) && failure.message,
      amount: isRefusedFor('beyondRefundable')(failure) && failure.message,
    }),
    onFailure: (failure) => isEarly(failure) && setTooEarly(true),
    toast: sentText,
    onSent: () => answer(true),
  })
  const { amount, early } = form.fields
  // No other step checks for violations, so the clerk who releases the deposit on its due day confirms that there are none.
  const checked = row.kind === depositKind.violation && row.dueReleaseAt !== null && !tooEarly
  return (
    <Frame
      of={form}
      order={order}
      way={releaseWay(row)}
      choice={choice}
      label={`${checked ? '已查无违章，退还' : '退还'}${amount.value ? ` ${formatMoney(amount.value)}` : ''}`}
      vouchers={vouchers}
      paidBack={paidBack}
      optional
      unproven={pendingReleaseFen(row) > 0}
    >
      {checked && <Notice>已到违章押金退还时间，请先查询租期内有无违章</Notice>}
      <FenField
        of={amount}
        label={`${depositKinds.text(row.kind)}退还金额`}
        optional={false}
        hint={`可退 ${formatMoney(most)}${most < row.available ? `，其余抵订单欠款 ${formatMoney(order.fees.owed)}` : ''}`}
      />
      {tooEarly && (
        <Field label="提前退还" group error={errorOf(early)}>
          <Checkbox checked={early.value === true} onChange={({ target }) => early.set(target.checked)}>
            {row.dueReleaseAt === null
              ? '未到退还时间，确认提前退还'
              : `${momentText(row.dueReleaseAt)} 才到退还时间，期间的违章将无押金可扣，确认提前退还`}
          </Checkbox>
        </Field>
      )}
    </Frame>
  )
}

/** Uploads the missing proof for an offline refund that was requested by the return or by an employee. */
function Proof(props: FormProps) {
  const { order, row, choice, answer } = props
  const { orderId } = order
  const amount = formatMoney(pendingReleaseFen(row))
  const vouchers = useOrderSlot('voucher', orderId, SLOT)
  const paidBack = usePaidBack({ storeId: order.pickupPlace.storeId, came: row.payWay })
  const form = useEntry(depositRelease, {
    start: { orderId, kind: row.kind, payWay: paidBack.proposed },
    toInput: (value) => ({ ...value, ...paidBack.sent(value, true) }),
    files: () => ({ voucherIds: vouchers }),
    also: (_, value) => ({
      voucherIds: !isPaid(vouchers) && '请上传退款凭证',
      payWay: paidBack.missing(value, true),
    }),
    toast: sentText,
    onSent: () => answer(true),
  })
  const [withdrawing, setWithdrawing] = useState(false)
  if (withdrawing) return <Withdraw {...props} onBack={() => setWithdrawing(false)} />
  // A cancelled order has nothing that a deposit could pay, so its refund cannot be withdrawn.
  const mayWithdraw = can(orderSteps, 'withdrawRelease', order.status).ok
  return (
    <Frame
      of={form}
      order={order}
      way={BY_HAND}
      choice={choice}
      label={`确认已退 ${amount}`}
      vouchers={vouchers}
      paidBack={paidBack}
      optional={false}
    >
      <Notice
        tone="primary"
        action={mayWithdraw ? { label: '撤回退押金', onClick: () => setWithdrawing(true) } : undefined}
      >
        {depositKinds.text(row.kind)} {amount} 待线下退给客户，退款后上传凭证
      </Notice>
    </Frame>
  )
}

/** Withdraws a refund that was not paid yet; the deposit remains in hand for a deduction or a later release. */
function Withdraw({ order, row, answer, onBack }: FormProps & { readonly onBack: () => void }) {
  const form = useEntry(depositWithdraw, {
    start: { depositId: row.depositId },
    toast: '已撤回退押金，押金仍在押',
    onSent: () => answer(true),
  })
  return (
    <ReasonSheet
      title="撤回退押金"
      of={form}
      field={form.fields.reason}
      usual={['发现车损', '有违章待处理', '仍有欠款', '退款信息有误']}
      action={`撤回 ${formatMoney(pendingReleaseFen(row))}`}
      second={
        <Button size="l" onClick={onBack}>
          再想想
        </Button>
      }
    >
      <Subject order={order} way={BY_HAND} />
      <Notice>款项确未退出才能撤回；撤回后押金不再自动退还，可扣款或重新退还</Notice>
    </ReasonSheet>
  )
}

/** The whole deposit is held back for debts of the order, which must be settled first. */
function Kept({ order, row, choice }: FormProps) {
  const { orderId, orderKind, fees, deposits, counts } = order
  const page = linkTo(useReach(), depositScreensOf(orderKind).payment, { orderId })
  const deduct = deposits.some((one) => one.kind === depositKind.rental && one.available > 0) ? page : undefined
  return (
    <OpenedSheet title={TITLE}>
      <Stack gap={12}>
        <Subject order={order} way={releaseWay(row)} />
        {choice}
        {row.kind === depositKind.violation && counts.openViolation > 0 ? (
          <Notice>{counts.openViolation} 条违章未结，结案后才能退还违章押金</Notice>
        ) : (
          <Notice action={deduct && { label: '扣款', onClick: () => deduct.onClick() }}>
            订单还欠 {formatMoney(fees.owed)}，{deduct ? '从租车押金扣除或收款' : '收款'}后才能退还
            {depositKinds.text(row.kind)}
          </Notice>
        )}
      </Stack>
    </OpenedSheet>
  )
}

const forms = { proof: Proof, release: Release, kept: Kept }
