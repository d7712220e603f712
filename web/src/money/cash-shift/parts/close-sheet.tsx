import { formatMoney } from '@cheyi/domain/money'
import { differenceOf } from '@cheyi/domain/money/cash-shift/shift'
import { type PayWay, payWay, payWays } from '@cheyi/domain/money/payment/codes'
import { SIGNED_DIFFERENCE } from '@cheyi/domain/platform/approval/rules'
import { useState } from 'react'
import { cashShiftClose } from '../../../form/calls/cash-shift-close.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FieldNote } from '../../../form/field-row.tsx'
import { FenField, TextAreaField } from '../../../form/fields.tsx'
import { fieldBeside } from '../../../form/form-field.ts'
import { useEntry } from '../../../form/use-entry.ts'
import { ask, calls, useRead } from '../../../kernel/call/calls.ts'
import { isStale } from '../../../kernel/call/refused.ts'
import type { Asks } from '../../../page/opened.tsx'
import { refresh } from '../../../page/page.tsx'
import { Notice } from '../../../ui/layout.tsx'

/** Only cash is counted; other payment methods are compared with their slips. */
const checkWord = (way: PayWay) => (way === payWay.cash ? '清点' : '核对')

/**
 * Closes a shift with the counted amount of each payment method. Cash must be counted; for other methods the expected amount is the
 * default.
 */
export default function CloseSheet({ shiftId, answer }: { readonly shiftId: string } & Asks<boolean>) {
  const state = useRead(calls.cashShift.state, { shiftId })
  const lines = state.data?.shift?.lines ?? []
  const [counted, setCounted] = useState<Readonly<Record<number, number | null>>>({})
  const countOf = (way: number, expected: number) =>
    counted[way] === undefined ? (way === payWay.cash ? null : expected) : counted[way]
  const counts = lines.map(({ way, expected }) => ({ way, expected, counted: countOf(way, expected) ?? 0 }))
  const missing = lines.find(({ way, expected }) => countOf(way, expected) === null)
  const { net, gross } = differenceOf(missing ? [] : counts)
  const form = useEntry(cashShiftClose, {
    start: { id: shiftId },
    toInput: (value) => ({ ...value, counts }),
    also: ({ reason }) => ({
      counts: missing && `请${checkWord(missing.way)}${payWays.text(missing.way)}`,
      reason: gross > 0 && !reason && '请填写差额原因',
    }),
    onFailure: (failure) => {
      if (isStale(failure)) void refresh(ask(calls.cashShift.state, { shiftId }))
    },
    toast: ({ difference }) => (difference === 0 ? '已交班，账实相符' : `已交班，差额 ${formatMoney(difference)}`),
    onSent: () => answer(true),
  })
  return (
    <EntrySheet
      title="交班"
      of={form}
      action={gross === 0 ? '确认交班' : `确认交班，${net < 0 ? '短款' : '长款'} ${formatMoney(Math.abs(net))}`}
    >
      {lines.map(({ way, expected }) => (
        <FenField
          key={way}
          of={fieldBeside(`counted${way}`, countOf(way, expected), (fen) => setCounted({ ...counted, [way]: fen }))}
          label={`${checkWord(way)}${payWays.text(way)}`}
          optional={false}
          hint={`应有 ${formatMoney(expected)}`}
        />
      ))}
      <FieldNote of={form.fields.counts} words={() => ''} />
      {gross > SIGNED_DIFFERENCE && (
        <Notice tone="warning">差额超过 {formatMoney(SIGNED_DIFFERENCE)}，需另一名有权限的人员确认</Notice>
      )}
      {gross > 0 && <TextAreaField of={form.fields.reason} optional={false} />}
    </EntrySheet>
  )
}
