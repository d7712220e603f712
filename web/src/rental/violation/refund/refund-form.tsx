import { formatMoney } from '@cheyi/domain/money'
import { payMode } from '@cheyi/domain/money/payment/codes'
import { formatDay } from '@cheyi/domain/near'
import { MoneyEntry, type MoneyEntryPlace } from '../../../booking/order/parts/money-entry.tsx'
import { violationRefund } from '../../../form/calls/violation-refund.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { FenField, TextAreaField } from '../../../form/fields.tsx'
import { asking, type Beside } from '../../../form/form-call.ts'
import { errorOf } from '../../../form/form-field.ts'
import { SelectField } from '../../../form/select-field.tsx'
import { UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { type calls, feedback, type OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { depositNotes } from '../../../money/deposit/parts/deposit-words.ts'
import { PaidBackFields } from '../../../money/payment/parts/paid-back-fields.tsx'
import { usePaidBack } from '../../../money/payment/parts/use-paid-back.ts'
import { useOrderSlot } from '../../../platform/media/parts/other-phone.ts'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Card, Note, Notice } from '../../../ui/layout.tsx'
import { depositBack } from '../parts/deposit-back.ts'
import { violationScreens } from '../screens.ts'

const DEPOSIT = 'deposit'

const outs = {
  values: [payMode.onlineOut, payMode.offlineOut],
  text: (value: number) => (value === payMode.onlineOut ? '原路退回' : '已线下退给客户'),
} as const

const askRefund = asking(violationRefund, { what: { label: '退还什么' } as Beside<string> })

interface RefundFormProps extends MoneyEntryPlace {
  /** Violations with a refundable amount. */
  readonly rows: OutputOf<typeof calls.violation.list>
  /** The one preselected. */
  readonly first: string | undefined
}

export function RefundForm({ rows, first, ...place }: RefundFormProps) {
  const { order } = place
  const { orderId, pickupPlace, counts } = order
  const now = useNow()
  const mayEarly = useMay('deposit.release')
  const { row, free, early, blocked } = depositBack(order, mayEarly, now)
  const paidBack = usePaidBack({ storeId: pickupPlace.storeId, came: row?.payWay ?? null })
  const vouchers = useOrderSlot('voucher', orderId, 'violationRefund')
  const mostOf = (what: string | null): number =>
    what === DEPOSIT ? free : (rows.find(({ violationId }) => violationId === what)?.refundable ?? 0)
  const begun = rows.find(({ violationId }) => violationId === first)?.violationId
  const start = begun ?? (free > 0 ? DEPOSIT : (rows[0]?.violationId ?? DEPOSIT))
  const isByHand = (mode: number | null) => mode === payMode.offlineOut
  const form = useEntry(askRefund, {
    start: { what: start, amount: mostOf(start), payMode: payMode.onlineOut, payWay: paidBack.proposed },
    toInput: ({ what, ...value }) => ({
      ...value,
      what,
      orderId: what === DEPOSIT ? orderId : null,
      violationId: what === DEPOSIT ? null : what,
      early: what === DEPOSIT && early ? value.early : null,
      reason: what === DEPOSIT ? null : value.reason,
      ...paidBack.sent(value, isByHand(value.payMode)),
    }),
    files: (value) => ({ voucherIds: isByHand(value.payMode) ? vouchers : undefined }),
    also: (input, value) => ({
      amount: (value.amount ?? 0) > mostOf(value.what) && `退还金额不能超过${formatMoney(mostOf(value.what))}`,
      what: value.what === DEPOSIT && blocked,
      early: value.what === DEPOSIT && early && !value.early && '请确认提前退还',
      reason: value.what !== DEPOSIT && !value.reason?.trim() && '请输入退还原因',
      voucherIds: isByHand(input.payMode) && vouchers.tiles.length === 0 && '请上传退款凭证',
      payWay: paidBack.missing(value, isByHand(value.payMode)),
    }),
    onSent() {
      vouchers.forget()
      feedback.toast('已发起退还')
    },
  })
  const { fields, value } = form
  const ofDeposit = value.what === DEPOSIT
  const options = [
    ...(row === undefined ? [] : [{ value: DEPOSIT, label: `违章押金（可退 ${formatMoney(free)}）` }]),
    ...rows.map(({ violationId, act, refundable }) => ({
      value: violationId,
      label: `${act}（可退 ${formatMoney(refundable)}）`,
    })),
  ]
  return (
    <MoneyEntry
      {...place}
      form={form}
      closed={ofDeposit && rows.length === 0 ? blocked : undefined}
      lead={
        counts.openViolation > 0
          ? { label: '处理违章', onClick: () => go(violationScreens.record, { orderId }) }
          : undefined
      }
      fen={value.amount ?? 0}
      note={ofDeposit ? '违章押金' : '押金仍持有的退回押金'}
      verb="确认退还"
    >
      {row && (
        <Card pad title="违章押金">
          <Note num>{[`在押 ${formatMoney(row.available)}`, ...depositNotes(row, now)].join(' · ')}</Note>
        </Card>
      )}
      {blocked !== undefined && (ofDeposit || counts.openViolation > 0) && <Notice tone="warning">{blocked}</Notice>}
      <Card pad>
        {options.length > 1 && (
          <SelectField
            of={{
              ...fields.what,
              set: (what) => {
                fields.what.set(what)
                fields.amount.set(mostOf(what))
              },
            }}
            optional={false}
            options={options}
          />
        )}
        <FenField of={fields.amount} optional={false} hint={`可退 ${formatMoney(mostOf(value.what))}`} />
        {ofDeposit && early && (
          <Field label="提前退还" group error={errorOf(fields.early)}>
            <Checkbox checked={value.early === true} onChange={({ target }) => fields.early.set(target.checked)}>
              {row?.dueReleaseAt == null
                ? '未到退还时间，确认提前退还'
                : `${formatDay(row.dueReleaseAt, now)} 才到退还时间，此后的违章将无押金可扣，确认提前退还`}
            </Checkbox>
          </Field>
        )}
        {!ofDeposit && <TextAreaField of={fields.reason} rows={2} optional={false} />}
      </Card>
      <Card pad>
        <CodeField of={fields.payMode} codes={outs} />
        {isByHand(value.payMode) && (
          <>
            <PaidBackFields fields={fields} paidBack={paidBack} />
            <UploadsField of={fields.voucherIds} from={vouchers} optional={false} />
          </>
        )}
      </Card>
    </MoneyEntry>
  )
}
