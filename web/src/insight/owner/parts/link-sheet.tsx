import { calls, useWrite } from '../../../kernel/call/calls.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { LinkSheet } from '../../../platform/customer-link/parts/link-sheet.tsx'

/** Sends an owner the link to their own page. */
export default function OwnerLinkSheet({ ownerId, answer }: { readonly ownerId: string } & Asks<true>) {
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
