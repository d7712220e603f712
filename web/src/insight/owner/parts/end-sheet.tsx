import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { localDate } from '@cheyi/domain/time'
import { ownerAgreementEnd } from '../../../form/calls/owner-agreement-end.gen.ts'
import { DateField } from '../../../form/date-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { useNow } from '../../../kernel/now.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import type { Agreement } from './owner-words.ts'

/** Ends an agreement after a day; other terms are a new one. */
export default function EndSheet({ agreement, answer }: { readonly agreement: Agreement } & Asks<true>) {
  const { agreementId, version, plate } = agreement
  const form = useEntry(ownerAgreementEnd, {
    start: { agreementId, version, to: localDate(useNow()) },
    toast: '协议已结束',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title={`结束 ${displayPlate(plate)} 的协议`} of={form} action="结束协议" variant="danger">
      <DateField of={form.fields.to} hint="改约定时，先结束原协议，再登记新的" />
    </EntrySheet>
  )
}
