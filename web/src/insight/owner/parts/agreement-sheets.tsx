import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { localDate } from '@cheyi/domain/time'
import { ownerAgreementEnd } from '../../../form/calls/owner-agreement-end.gen.ts'
import { DateField } from '../../../form/date-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import type { Asks } from '../../../page/opened.tsx'
import { LinkSheet } from '../../../platform/customer-link/parts/link-sheet.tsx'
import type { Agreement } from './owner-words.ts'

/** Ends an agreement after a day; other terms are a new one. */
export function EndSheet({ agreement, answer }: { readonly agreement: Agreement } & Asks<true>) {
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

/** Sends an owner the link to their own page. */
export function OwnerLinkSheet({ ownerId, answer }: { readonly ownerId: string } & Asks<true>) {
  const text = useWrite(calls.owner.link)
  const show = useWrite(calls.owner.link)
  return (
    <LinkSheet
      title="车主页面"
      words="车主用手机验证码打开，只看得到自己的车辆和结算单，可确认或提出异议。"
      desc="查看车辆和每月结算单"
      text={{ pending: text.pending, run: () => text.run({ ownerId, way: 1 }) }}
      show={{ pending: show.pending, run: () => show.run({ ownerId, way: 2 }) }}
      onSent={() => answer(true)}
      to="车主"
    />
  )
}
