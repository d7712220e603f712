import { orderSteps, WRONG_STATUS } from '@cheyi/domain/booking/order/steps'
import { formatMoney } from '@cheyi/domain/money'
import { payMode, reimbursementKind, reimbursementKinds } from '@cheyi/domain/money/payment/codes'
import { reimbursementReasons } from '@cheyi/domain/money/reimbursement/codes'
import { awaitsDecision, reasonsOf } from '@cheyi/domain/money/reimbursement/reimbursement'
import { can } from '@cheyi/domain/step'
import { MoneyEntry, type MoneyEntryPlace } from '../../../booking/order/parts/money-entry.tsx'
import { reimbursementSave } from '../../../form/calls/reimbursement-save.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { FenField, TextAreaField, TextField } from '../../../form/fields.tsx'
import { asking, type Beside } from '../../../form/form-call.ts'
import { SelectField } from '../../../form/select-field.tsx'
import { UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { feedback } from '../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { useOrderSlot } from '../../../platform/media/parts/other-phone.ts'
import { Box, Button, Card, Grow, IconButton, Notice, Row } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { InvoicedNotice } from '../../invoice/parts/invoiced-notice.tsx'
import {
  type Answer,
  type Cost,
  costInput,
  costName,
  costProblems,
  isBlank,
  keyOf,
  MOST_COSTS,
  sumOfCosts,
} from './costs.ts'

/** The fields of the item being typed, with its receipts, and the items added before. */
const askOne = asking(reimbursementSave, {
  charge: { label: '退款项目' } as Beside<string>,
  name: { label: '费用名称', max: [30, '费用名称不能超过30字'] } as Beside<string>,
  amount: { label: '报销金额' } as Beside<number>,
  receipts: { label: '票据' } as Beside<string[]>,
  added: { label: '报销项' } as Beside<readonly Cost[]>,
})

const outs = {
  values: [payMode.onlineOut, payMode.offlineOut],
  text: (value: number) => (value === payMode.onlineOut ? '按原收款方式' : '转给指定账号'),
} as const

/** Charges that are not in the request yet; each charge may be used once. */
const isOpen =
  (added: readonly Cost[]) =>
  (charge: Answer['charges'][number]): boolean =>
    added.every((cost) => cost.charge !== keyOf(charge))

export function EntryForm({ answer, ...place }: { readonly answer: Answer } & MoneyEntryPlace) {
  const { order } = place
  const { orderId, status } = order
  const { charges, refundable, freeLeft } = answer
  const receipts = useOrderSlot('expense', orderId, 'reimbursement', '票据')
  const verdict = can(orderSteps, 'reimburse', status)
  const closed = verdict.ok ? undefined : WRONG_STATUS
  type Value = { readonly added: readonly Cost[] | null; readonly kind: number | null } & Omit<Cost, 'photoIds'>
  const typed = ({ charge, name, amount }: Value): Cost => ({ charge, name, amount, photoIds: receipts.ids() })
  /** The added items, and the typed one unless it is blank; a request needs at least one item. */
  const costsOf = (value: Value): readonly Cost[] => {
    const before = value.added ?? []
    return before.length > 0 && isBlank(typed(value)) ? before : [...before, typed(value)]
  }
  const typedProblems = (value: Value) => ({
    ...costProblems(typed(value), value.added ?? [], value.kind, answer),
    receipts: value.kind === reimbursementKind.advance && receipts.tiles.length === 0 && '垫付报销请上传票据',
  })
  const form = useEntry(askOne, {
    draft: { id: orderId, fields: ['kind', 'added', 'charge', 'name', 'amount', 'reasonCode', 'note', 'payMode'] },
    start: { orderId, kind: reimbursementKind.refund, payMode: payMode.onlineOut },
    toInput: (value) => {
      const away = value.payMode === payMode.offlineOut
      return {
        ...value,
        items: costsOf(value).map((cost) => costInput(cost, value.kind, charges)) as never,
        payeeName: away ? value.payeeName : null,
        payeeTail: away ? value.payeeTail : null,
      }
    },
    files: () => ({ receipts }),
    also: (_, value) => {
      const away = value.payMode === payMode.offlineOut
      return {
        ...(costsOf(value).length > (value.added?.length ?? 0) && typedProblems(value)),
        payeeName: away && !value.payeeName?.trim() && '请填写收款人和账号',
        payeeTail: away && !value.payeeTail?.trim() && '请填写收款人和账号',
      }
    },
    faults: (failure) => ({
      amount: isRefusedFor('beyondRefundable', 'badInput')(failure) && failure.message,
      receipts: isRefusedFor('receiptMissing')(failure) && failure.message,
    }),
    onSent({ status: sent, byRoute }) {
      const next = byRoute ? '已提交，正按原收款方式退款' : '已提交，打款后登记凭证'
      feedback.toast(awaitsDecision(sent) ? '已提交，等待另一名有权限的人员审核' : next)
    },
  })
  const { fields, value } = form
  const { kind } = value
  const added = value.added ?? []
  const asked = sumOfCosts(costsOf(value))

  /** Adds the typed item to the request and clears the input fields for another. */
  function addAnother() {
    if (!form.show(typedProblems(value))) return
    form.set({ added: [...added, typed(value)], charge: null, name: null, amount: null })
    receipts.forget()
  }
  const refund = kind === reimbursementKind.refund
  const free = kind === reimbursementKind.goodwill ? freeLeft.goodwill : freeLeft.refund
  return (
    <MoneyEntry
      {...place}
      form={form}
      closed={closed}
      fen={asked}
      note={asked > free ? '需另一名有权限的人员审核' : `可退 ${formatMoney(refundable)}`}
      verb="提交申请"
    >
      {refund && <InvoicedNotice orderId={orderId} />}
      <Card pad>
        {added.length === 0 && <CodeField of={fields.kind} codes={reimbursementKinds} />}
        <CodeField
          of={fields.reasonCode}
          codes={{ values: reasonsOf(kind ?? reimbursementKind.refund), text: reimbursementReasons.text }}
        />
        <CostList
          costs={added}
          charges={charges}
          onRemove={(index) => form.set({ added: added.filter((_, i) => i !== index) })}
        />
        {refund ? (
          <SelectField
            of={fields.charge}
            optional={false}
            options={charges.filter(isOpen(added)).map((charge) => ({
              value: keyOf(charge),
              label: `${charge.name}（可退 ${formatMoney(charge.left)}）`,
            }))}
          />
        ) : (
          <TextField of={fields.name} placeholder="拖车、补胎、停车" />
        )}
        <FenField of={fields.amount} optional={false} />
        {!refund && (
          <UploadsField
            of={fields.receipts}
            from={receipts}
            addLabel="添加票据"
            optional={kind !== reimbursementKind.advance}
          />
        )}
        {added.length < MOST_COSTS - 1 && (
          <Row>
            <Button icon="plus" size="s" onClick={addAnother}>
              再加一项
            </Button>
          </Row>
        )}
        <TextAreaField of={fields.note} rows={2} />
      </Card>
      <Card pad>
        <CodeField of={fields.payMode} codes={outs} />
        {form.value.payMode === payMode.offlineOut && (
          <>
            <TextField of={fields.payeeName} optional={false} />
            <TextField of={fields.payeeTail} optional={false} />
          </>
        )}
        {order.fees.owed > 0 && <Notice>订单还欠 {formatMoney(order.fees.owed)}，打款时先抵扣欠款</Notice>}
      </Card>
    </MoneyEntry>
  )
}

interface CostListProps {
  readonly costs: readonly Cost[]
  readonly charges: Answer['charges']
  readonly onRemove: (index: number) => void
}

/** The items that were added to the request. */
const CostList = ({ costs, charges, onRemove }: CostListProps) => (
  <Box divided>
    {costs.map((cost, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: items with the same name and amount are interchangeable.
      <Row key={i} gap={8} className="num">
        <Grow as="span">{costName(cost, charges)}</Grow>
        {cost.photoIds.length > 0 && <Tag>{cost.photoIds.length} 图</Tag>}
        <Money fen={cost.amount ?? 0} />
        <IconButton
          name="trash"
          size={16}
          label={`删除${costName(cost, charges)} ${formatMoney(cost.amount ?? 0)}`}
          onClick={() => onRemove(i)}
        />
      </Row>
    ))}
  </Box>
)
