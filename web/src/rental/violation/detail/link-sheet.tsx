import { signWay } from '@cheyi/domain/rental/agreement/codes'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { LinkSheet } from '../../../platform/customer-link/parts/link-sheet.tsx'

/** The link to the customer's page of a violation. */
export default function NoticeLinkSheet({ violationId, answer }: { readonly violationId: string } & Asks<boolean>) {
  const show = useWrite(calls.violation.link)
  const text = useWrite(calls.violation.link)
  return (
    <LinkSheet
      title="违章处理"
      words="客户在自己的手机上查看违章、上传处理凭证或申请代办。"
      desc="请在自己的手机上查看并处理违章"
      text={{ pending: text.pending, run: () => text.run({ violationId, way: signWay.sms }) }}
      show={{ pending: show.pending, run: () => show.run({ violationId, way: signWay.qr }) }}
      onSent={() => answer(true)}
    />
  )
}
