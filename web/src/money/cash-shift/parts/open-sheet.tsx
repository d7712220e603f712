import { formatMoney } from '@cheyi/domain/money'
import { floatDifference, floatNeedsReason } from '@cheyi/domain/money/cash-shift/shift'
import { cashShiftOpen } from '../../../form/calls/cash-shift-open.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, TextAreaField } from '../../../form/fields.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import type { Asks } from '../../../page/opened.tsx'
import { useCurrentStore } from '../../../platform/store/parts/current-store.ts'
import { Note } from '../../../ui/layout.tsx'

/** Opens a shift with the cash in the cashShift. */
export default function OpenSheet({ answer }: Asks<boolean>) {
  const { storeId, stores } = useCurrentStore()
  const form = useEntry(cashShiftOpen, {
    start: { storeId },
    toast: '已开班',
    onSent: () => answer(true),
  })
  const { fields, value } = form
  const state = useRead(calls.cashShift.state, { storeId: value.storeId ?? '' }, { enabled: value.storeId !== null })
  const outside = state.data?.outside ?? null
  const { left = null, first = false } = state.data ?? {}
  const difference = outside === null || value.opening === null ? 0 : floatDifference(value.opening, outside)
  return (
    <EntrySheet
      title="开班"
      of={form}
      action={value.opening === null ? '开班' : `开班，现金 ${formatMoney(value.opening)}`}
    >
      <SelectField of={fields.storeId} options={stores.map(({ id, name }) => ({ value: id, label: name }))} />
      <FenField of={fields.opening} hint={outside === null ? undefined : bookWords(outside, left)} />
      {floatNeedsReason(difference, first) && <TextAreaField of={fields.reason} optional={false} />}
      <Note>
        {first
          ? '本店首次开班，多于账面的部分记为备用金，不必写原因。'
          : '清点多于账面的部分记为备用金；与账面不一致的，请写明原因。'}
      </Note>
    </EntrySheet>
  )
}

/** Cash of the store outside of shifts according to the ledger, and the part of it that the last shift left. */
const bookWords = (outside: number, left: number | null): string =>
  [
    `未计入班次的现金 ${formatMoney(outside)}`,
    left !== null && left > 0 && left < outside && `其中上次交班留下 ${formatMoney(left)}`,
  ]
    .filter(Boolean)
    .join('，')
