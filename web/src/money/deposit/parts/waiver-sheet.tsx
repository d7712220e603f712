import { type DepositKind, depositKinds } from '@cheyi/domain/money/deposit/codes'
import { SubjectOf } from '../../../booking/order/parts/order-subject.tsx'
import { depositWithdrawWaiver } from '../../../form/calls/deposit-withdraw-waiver.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'

interface WaiverSheetProps {
  readonly orderId: string
  readonly row: { readonly depositId: string; readonly kind: DepositKind }
}

/** Withdraws a waiver by the merchant, with a reason; the deposit becomes due. */
export default reasonSheet(depositWithdrawWaiver, ({ orderId, row }: WaiverSheetProps) => {
  const name = depositKinds.text(row.kind)
  return {
    title: '撤回免押',
    usual: ['客户信用有变', '误操作免押', '客户延长租期', '更换高价车型'],
    action: `撤回免押，收取${name}`,
    start: { depositId: row.depositId },
    toast: `已撤回免押，请收取${name}`,
    about: (
      <>
        <SubjectOf orderId={orderId} />
        <Notice>撤回后按订单的押金规则收取{name}，并通知收押金的同事</Notice>
      </>
    ),
  }
})
