import { violationHandle } from '../../../form/calls/violation-handle.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { Violation } from '../parts/violation-words.ts'

/** Refuses the customer's proof, with a reason. */
export default reasonSheet(
  violationHandle,
  ({ violation: { violationId, version } }: { readonly violation: Violation }) => ({
    title: '凭证未通过',
    usual: ['照片不清晰', '不是这条违章', '官方状态未更新', '缺少缴款凭证'],
    action: '未通过',
    start: { violationId, version, action: 'refuse' as const },
    missing: '请输入未通过的原因',
    toast: '已通知客户重新上传',
    about: <Notice>客户会看到原因</Notice>,
  }),
)
