import { violationHandle } from '../../../form/calls/violation-handle.gen.ts'
import { ReasonSheet } from '../../../form/reason-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import type { Violation } from '../parts/violation-words.ts'

/** Refuses the customer's proof, with a reason. */
export default function RefuseSheet({ violation, answer }: { readonly violation: Violation } & Asks<boolean>) {
  const { violationId, version } = violation
  const form = useEntry(violationHandle, {
    start: { violationId, version, action: 'refuse' },
    also: ({ reason }) => ({ reason: !reason?.trim() && '请输入未通过的原因' }),
    toast: '已通知客户重新上传',
    onSent: () => answer(true),
  })
  return (
    <ReasonSheet
      title="凭证未通过"
      of={form}
      field={form.fields.reason}
      usual={['照片不清晰', '不是这条违章', '官方状态未更新', '缺少缴款凭证']}
      action="未通过"
    >
      <Notice>客户会看到原因</Notice>
    </ReasonSheet>
  )
}
