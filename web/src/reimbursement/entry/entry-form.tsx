import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { reimbursement } from '@cheyi/contract/reimbursement'
import { formatMoney } from '@cheyi/domain/money'
import { orderSteps, WRONG_STATUS } from '@cheyi/domain/order/steps'
import { payMode, reimbursementKind, reimbursementKinds } from '@cheyi/domain/payment/codes'
import { awaitsDecision, reasonsOf, reimbursementReasons } from '@cheyi/domain/reimbursement/reimbursement'
import { can } from '@cheyi/domain/step'
import { reimbursementSave } from '../../form/calls/reimbursement-save.gen.ts'
import { CodeField } from '../../form/code-field.tsx'
import { FenField, TextAreaField, TextField } from '../../form/fields.tsx'
import { asking, type Beside } from '../../form/form-call.ts'
import { SelectField } from '../../form/select-field.tsx'
import { UploadsField } from '../../form/uploads-field.tsx'
import { useEntry } from '../../form/use-entry.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import { refusedAs } from '../../kernel/call/refused.ts'
import { useOrderSlot } from '../../media/parts/other-phone.ts'
import { MoneyEntry, type MoneyEntryPlace } from '../../order/parts/money-entry.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import { Card } from '../../ui/show/card.tsx'

type Answer = OutputOf<typeof reimbursement.list>

interface EntryFormProps extends MoneyEntryPlace {
  readonly answer: Answer
}

/** One thing at a time: what it is, how much, and what proves it. */
const askOne = asking(reimbursementSave, {
  charge: { label: '退款项目' } as Beside<string>,
  name: { label: '费用名称', max: [30, '费用名称不能超过30字'] } as Beside<string>,
  amount: { label: '报销金额' } as Beside<number>,
  receipts: { label: '票据' } as Beside<string[]>,
})

const outs = {
  values: [payMode.onlineOut, payMode.offlineOut],
  text: (value: number) => (value === payMode.onlineOut ? '按原收款方式' : '转给指定账号'),
} as const

const keyOf = ({ code, refId }: Pick<Answer['charges'][number], 'code' | 'refId'>) => `${code}:${refId ?? ''}`

export function EntryForm({ answer, ...place }: EntryFormProps) {
  const { order } = place
  const { orderId, status } = order
  const { charges, refundable, advanceLeft, freeLeft } = answer
  const receipts = useOrderSlot('expense', orderId, 'reimbursement', '票据')
  const verdict = can(orderSteps, 'reimburse', status)
  const closed = verdict.ok ? undefined : WRONG_STATUS
  const form = useEntry(askOne, {
    draft: { id: orderId, fields: ['kind', 'charge', 'name', 'amount', 'reasonCode', 'note', 'payMode'] },
    start: { orderId, kind: reimbursementKind.refund, payMode: payMode.onlineOut },
    toInput: (value) => {
      const charge = charges.find((one) => keyOf(one) === value.charge)
      const refund = value.kind === reimbursementKind.refund
      const away = value.payMode === payMode.offlineOut
      return {
        ...value,
        items: [
          {
            code: refund ? (charge?.code ?? null) : null,
            refId: refund ? (charge?.refId ?? null) : null,
            name: refund ? null : value.name,
            amount: value.amount ?? 0,
            photoIds: receipts.ids(),
          } as never,
        ],
        payeeName: away ? value.payeeName : null,
        payeeTail: away ? value.payeeTail : null,
      }
    },
    also: (_, value) => {
      const charge = charges.find((one) => keyOf(one) === value.charge)
      const { kind, amount } = value
      const verb = kind === reimbursementKind.refund ? '退' : '报'
      const most = kind === reimbursementKind.refund ? Math.min(charge?.left ?? refundable, refundable) : advanceLeft
      const away = value.payMode === payMode.offlineOut
      return {
        charge: kind === reimbursementKind.refund && charge === undefined && '请选择退款项目',
        amount: !amount
          ? '报销金额须大于0'
          : kind !== reimbursementKind.goodwill &&
            amount > most &&
            `${verb === '退' ? '退款' : '报销'}金额不能超过可${verb}金额${formatMoney(most)}`,
        receipts:
          receipts.waiting ??
          (kind === reimbursementKind.advance && receipts.tiles.length === 0 ? '垫付报销请上传票据' : undefined),
        payeeName: away && !value.payeeName?.trim() && '请填写收款人和账号',
        payeeTail: away && !value.payeeTail?.trim() && '请填写收款人和账号',
      }
    },
    faults: (failure) => ({
      amount: refusedAs('beyondRefundable', 'badInput')(failure) && failure.message,
      receipts: refusedAs('receiptMissing')(failure) && failure.message,
    }),
    onSent({ status: sent, byRoute }) {
      receipts.forget()
      const next = byRoute ? '已提交，正按原收款方式退款' : '已提交，打款后登记凭证'
      feedback.toast(awaitsDecision(sent) ? '已提交，等待另一名有权限的人员审核' : next)
    },
  })
  const { fields } = form
  const { kind, amount } = form.value
  const refund = kind === reimbursementKind.refund
  const free = kind === reimbursementKind.goodwill ? freeLeft.goodwill : freeLeft.refund
  return (
    <MoneyEntry
      {...place}
      form={form}
      closed={closed}
      fen={amount ?? 0}
      note={(amount ?? 0) > free ? '需另一名有权限的人员审核' : `可退 ${formatMoney(refundable)}`}
      verb="提交申请"
    >
      <Stack as={Card} gap={12} pad={16}>
        <CodeField of={fields.kind} layout="stack" codes={reimbursementKinds} />
        <CodeField
          of={fields.reasonCode}
          layout="stack"
          codes={{ values: reasonsOf(kind ?? reimbursementKind.refund), text: reimbursementReasons.text }}
        />
        {refund ? (
          <SelectField
            of={fields.charge}
            layout="stack"
            optional={false}
            options={charges.map((charge) => ({
              value: keyOf(charge),
              label: `${charge.name}（可退 ${formatMoney(charge.left)}）`,
            }))}
          />
        ) : (
          <TextField of={fields.name} layout="stack" look="box" placeholder="拖车、补胎、停车" />
        )}
        <FenField of={fields.amount} layout="stack" optional={false} />
        {!refund && (
          <UploadsField
            of={fields.receipts}
            from={receipts}
            addLabel="添加票据"
            optional={kind !== reimbursementKind.advance}
          />
        )}
        <TextAreaField of={fields.note} layout="stack" rows={2} />
      </Stack>
      <Stack as={Card} gap={12} pad={16}>
        <CodeField of={fields.payMode} layout="stack" codes={outs} />
        {form.value.payMode === payMode.offlineOut && (
          <>
            <TextField of={fields.payeeName} layout="stack" look="box" optional={false} />
            <TextField of={fields.payeeTail} layout="stack" look="box" optional={false} />
          </>
        )}
        {order.fees.owed > 0 && <Notice>订单还欠 {formatMoney(order.fees.owed)}，打款时先抵扣欠款</Notice>}
      </Stack>
    </MoneyEntry>
  )
}
