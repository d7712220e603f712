import { formatMoney } from '@cheyi/domain/money'
import { payableRunCancel } from '../../../form/calls/payable-run-cancel.gen.ts'
import { payableRunDecide } from '../../../form/calls/payable-run-decide.gen.ts'
import { payableRunPay } from '../../../form/calls/payable-run-pay.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextField } from '../../../form/fields.tsx'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Text } from '../../../ui/layout.tsx'
import type { Run } from './payable-words.ts'

interface Of {
  readonly run: Run
}

export const DropSheet = reasonSheet(payableRunCancel, ({ run: { runId, version } }: Of) => ({
  title: '撤销付款批次',
  action: '撤销批次',
  variant: 'danger',
  usual: ['收款账户有变动', '暂不付款', '账单有误'],
  start: { runId, version },
  toast: '批次已撤销，账单恢复待付',
}))

export const RefuseSheet = reasonSheet(payableRunDecide, ({ run: { runId, version } }: Of) => ({
  title: '不同意付款',
  action: '不同意',
  field: 'note',
  missing: '请填写不同意的原因',
  usual: ['先核对账单', '收款账户不对', '资金不足'],
  start: { runId, version, pass: false },
  toast: '已退回',
}))

/** The bank has transferred the money. */
export function PaidSheet({ run, answer }: Of & Asks<true>) {
  const { runId, version, amount, bills } = run
  const form = useEntry(payableRunPay, {
    start: { runId, version },
    toast: '已登记付款',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="登记已付款" of={form} action={`已付 ${formatMoney(amount)}`}>
      <Text as="p" ink={2}>{`网银批量付款成功后登记，${bills} 张账单今天入账。个别退回的，在账单中撤销付款`}</Text>
      <TextField of={form.fields.slipNo} />
    </EntrySheet>
  )
}
