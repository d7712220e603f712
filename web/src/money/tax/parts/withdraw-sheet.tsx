import { taxWithdraw } from '../../../form/calls/tax-withdraw.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'

/** Takes back that a period was filed, to correct it. */
export default reasonSheet(taxWithdraw, ({ from }: { readonly from: string }) => ({
  title: '撤销申报完成',
  action: '撤销申报完成',
  variant: 'danger' as const,
  usual: ['更正申报', '误操作'],
  start: { from },
  toast: '已撤销，可更正后重新确认',
  about: <Notice>已记账的进项税额会在今天冲销</Notice>,
}))
