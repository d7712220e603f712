import { REOPEN_DAYS } from '@cheyi/domain/rental/violation/violation'
import { violationHandle } from '../../../form/calls/violation-handle.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { Violation } from '../parts/violation-words.ts'

/** Reopens a violation that was closed too early, with a reason. */
export default reasonSheet(
  violationHandle,
  ({ violation: { violationId, version } }: { readonly violation: Violation }) => ({
    title: '重新打开',
    usual: ['费用未收', '凭证有误', '官方状态有变'],
    action: '重新打开',
    start: { violationId, version, action: 'reopen' as const },
    missing: '请输入重新打开的原因',
    toast: '已重新打开',
    about: <Notice>结案后 {REOPEN_DAYS} 天内可以重新打开，违章押金随之不退</Notice>,
  }),
)
