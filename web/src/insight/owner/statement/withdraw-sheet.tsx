import { ownerWithdraw } from '../../../form/calls/owner-withdraw.gen.ts'
import { ReasonSheet } from '../../../form/reason-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import type { Statement } from '../parts/owner-words.ts'

/** Makes a statement that was sent a draft again. */
export default function WithdrawSheet({ statement, answer }: { readonly statement: Statement } & Asks<true>) {
  const { statementId, version } = statement
  const form = useEntry(ownerWithdraw, {
    start: { statementId, version },
    toast: '已撤回为草稿',
    onSent: () => answer(true),
  })
  return (
    <ReasonSheet
      title="撤回结算单"
      of={form}
      action="撤回"
      field={form.fields.reason}
      usual={['车主有异议', '费用有误', '协议有误']}
    >
      {null}
    </ReasonSheet>
  )
}
