import { REOPEN_DAYS } from '@cheyi/domain/rental/violation/violation'
import { violationHandle } from '../../../form/calls/violation-handle.gen.ts'
import { ReasonSheet } from '../../../form/reason-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import type { Violation } from '../parts/violation-words.ts'

/** Reopens a violation that was closed too early, with a reason. */
export default function ReopenSheet({ violation, answer }: { readonly violation: Violation } & Asks<boolean>) {
  const { violationId, version } = violation
  const form = useEntry(violationHandle, {
    start: { violationId, version, action: 'reopen' },
    also: ({ reason }) => ({ reason: !reason?.trim() && '请输入重新打开的原因' }),
    toast: '已重新打开',
    onSent: () => answer(true),
  })
  return (
    <ReasonSheet
      title="重新打开"
      of={form}
      field={form.fields.reason}
      usual={['费用未收', '凭证有误', '官方状态有变']}
      action="重新打开"
    >
      <Notice>结案后 {REOPEN_DAYS} 天内可以重新打开，违章押金随之不退</Notice>
    </ReasonSheet>
  )
}
