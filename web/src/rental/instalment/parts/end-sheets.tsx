import { addDays } from '@cheyi/domain/time'
import { instalmentPostpone } from '../../../form/calls/instalment-postpone.gen.ts'
import { instalmentWithdrawEnd } from '../../../form/calls/instalment-withdraw-end.gen.ts'
import { DateField } from '../../../form/date-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Note } from '../../../ui/layout.tsx'
import type { PlanRow } from './instalment-words.ts'

const MOST_DAYS = 15

/** Moves the due date of a row, once only: reminders, grace period and late fee follow it. */
export function PostponeSheet({ row, answer }: Asks<boolean> & { readonly row: PlanRow }) {
  const form = useEntry(instalmentPostpone, {
    start: { instalmentId: row.id, dueDate: addDays(row.dueDate, 7), version: row.version },
    toast: '已改期',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title={`第 ${row.seq} 期改期`} of={form} action="改期">
      <Note>
        原到期日 {row.dueDate}，只能改一次，最多延后{MOST_DAYS}天；提醒、宽限和逾期违约金都按新日期计算
      </Note>
      <DateField of={form.fields.dueDate} ahead />
    </EntrySheet>
  )
}

interface WithdrawProps {
  readonly orderId: string
  /** The last date of the contract without the agreed end. */
  readonly contractEnd: string
}

/** Withdraws an agreed end before the car is due: the contract continues as sold. */
export const WithdrawSheet = reasonSheet(instalmentWithdrawEnd, ({ orderId, contractEnd }: WithdrawProps) => ({
  title: '撤销提前退租',
  action: '撤销提前退租',
  usual: ['客户继续租用', '日期选错', '登记有误'],
  start: { orderId },
  toast: ({ moved }) => (moved > 0 ? `已撤销，${moved}个订单改派其他车辆` : '已撤销提前退租'),
  about: (
    <Note>
      合同恢复至 {contractEnd} 到期，不再收取的各期恢复原样；已排此车的订单改派其他车辆，没有其他车辆时不能撤销
    </Note>
  ),
}))
