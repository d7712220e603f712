import { formatMoney } from '@cheyi/domain/money'
import { SubjectOf } from '../../../booking/order/parts/order-subject.tsx'
import { reimbursementApprove } from '../../../form/calls/reimbursement-approve.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'

interface DecideSheetProps {
  readonly id: string
  readonly orderId: string
  readonly amount: number
  readonly pass: boolean
}

/** The decision of a second person: approval, or refusal with a reason. */
export default reasonSheet(reimbursementApprove, ({ id, orderId, amount, pass }: DecideSheetProps) => ({
  title: pass ? '通过报销退款' : '驳回报销退款',
  field: 'note',
  label: '审核意见',
  usual: pass ? ['票据已核对', '金额已核对'] : ['票据不清', '金额不符', '不属于报销范围'],
  action: pass ? `通过 ${formatMoney(amount)}` : '驳回',
  variant: pass ? 'primary' : 'danger',
  start: { id, pass },
  missing: !pass && '请填写驳回原因',
  toast: pass ? '已通过，打款后登记凭证' : '已驳回',
  about: (
    <>
      <SubjectOf orderId={orderId} />
      <Notice tone="primary">{pass ? '通过后可打款并登记凭证' : '驳回后金额可重新申请'}</Notice>
    </>
  ),
}))
