import { formatMoney } from '@cheyi/domain/money'
import { fineText } from '@cheyi/domain/rental/violation/violation'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { useMay } from '../../../kernel/user.ts'
import { confirm, open } from '../../../page/open.ts'
import { Notice } from '../../../ui/layout.tsx'
import type { Violation } from '../parts/violation-words.ts'

/** Whether the merchant paid the fine, for accounts that handle money. */
export function FinePaid({ violation }: { readonly violation: Violation }) {
  const { violationId, version, fine, finePaid, claim } = violation
  const may = useMay('violation.deduct')
  const paid = useWrite(calls.violation.paid)
  if (fine === 0 || !may) return null
  async function takeBack() {
    const sure = await confirm({
      title: '撤回代缴登记？',
      body: `${formatMoney(finePaid!.amount)} 未实际缴款或登记有误时撤回，款项退回原付款方式的账上`,
      confirm: '撤回',
    })
    if (sure && (await paid.run({ violationId, version }))) feedback.toast('已撤回代缴登记')
  }
  if (finePaid === null)
    return (
      <Notice
        tone="primary"
        action={{
          label: '登记代缴',
          onClick: () => void open(() => import('./sheets.tsx'), 'PaidSheet', { violation }),
        }}
      >
        罚款 {fineText(fine)}，由商家缴纳后登记，才能向客户收取
      </Notice>
    )
  return (
    <Notice
      tone="primary"
      action={(claim?.fine ?? 0) === 0 ? { label: '撤回', onClick: () => void takeBack() } : undefined}
    >
      已代缴罚款 {formatMoney(finePaid.amount)}
    </Notice>
  )
}
