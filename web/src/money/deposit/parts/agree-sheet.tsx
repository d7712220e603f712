import { formatMoney } from '@cheyi/domain/money'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { SubjectOf } from '../../../booking/order/parts/order-subject.tsx'
import { depositAgree } from '../../../form/calls/deposit-agree.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useMay } from '../../../kernel/user.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Notice } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'

interface AgreeSheetProps extends Asks<true> {
  readonly orderId: string
  /** Deposits that the current rules require; empty: still none. */
  readonly ruled: readonly { readonly kind: number; readonly amount: number }[]
}

/**
 * Sets the deposits of an order that was booked before its model had any: by the current rules, or as an account with the
 * permission to waive decides.
 */
export default function AgreeSheet({ orderId, ruled, answer }: AgreeSheetProps) {
  const mayWaive = useMay('deposit.waive')
  const of = (kind: number) => ruled.find((row) => row.kind === kind)?.amount ?? null
  const form = useEntry(depositAgree, {
    start: { orderId, rental: of(depositKind.rental), violation: of(depositKind.violation) },
    also: ({ rental, violation }) => ({
      rental: rental === null && '请输入租车押金，免收填 0',
      violation: violation === null && '请输入违章押金，免收填 0',
    }),
    toast: '押金已约定',
    onSent: () => answer(true),
  })
  const { rental, violation } = form.value
  const sum = (rental ?? 0) + (violation ?? 0)
  const free = rental === 0 && violation === 0
  return (
    <EntrySheet
      title="约定押金"
      of={form}
      action={free ? '免收押金' : `约定押金${sum > 0 ? ` ${formatMoney(sum)}` : ''}`}
    >
      <SubjectOf orderId={orderId} />
      <Notice tone="primary">
        {ruled.length > 0 ? '下单时该车型未设押金，以下为现在的规则' : '该车型未设押金，金额只用于本单；免收填 0'}
      </Notice>
      {mayWaive ? (
        <>
          <FenField of={form.fields.rental} optional={false} />
          <FenField of={form.fields.violation} optional={false} />
        </>
      ) : (
        <KeyValue
          rows={[
            { label: '租车押金', value: formatMoney(rental ?? 0) },
            { label: '违章押金', value: formatMoney(violation ?? 0) },
          ]}
        />
      )}
    </EntrySheet>
  )
}
