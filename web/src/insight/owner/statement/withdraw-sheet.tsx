import { ownerWithdraw } from '../../../form/calls/owner-withdraw.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import type { Statement } from '../parts/owner-words.ts'

/** Makes a statement that was sent a draft again. */
export default reasonSheet(
  ownerWithdraw,
  ({ statement: { statementId, version } }: { readonly statement: Statement }) => ({
    title: '撤回结算单',
    action: '撤回',
    usual: ['车主有异议', '费用有误', '协议有误'],
    start: { statementId, version },
    toast: '已撤回为草稿',
  }),
)
