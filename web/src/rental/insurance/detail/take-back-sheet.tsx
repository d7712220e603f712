import { formatMoney } from '@cheyi/domain/money'
import { insuranceTakeBack } from '../../../form/calls/insurance-take-back.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'

interface TakeBackProps {
  readonly receiptId: string
  readonly amount: number
}

/** Takes back a receipt that was entered by mistake. */
export default reasonSheet(insuranceTakeBack, ({ receiptId, amount }: TakeBackProps) => ({
  title: '撤销到账',
  usual: ['金额有误', '登记到别的案件', '重复登记'],
  action: '撤销',
  variant: 'danger',
  start: { receiptId },
  toast: '到账已撤销',
  about: <Notice>{formatMoney(amount)} 从银行存款冲回，案件回到待赔付</Notice>,
}))
