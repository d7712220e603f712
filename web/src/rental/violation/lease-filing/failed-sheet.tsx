import { leaseFilingStatus } from '@cheyi/domain/rental/violation/codes'
import { violationSetLease } from '../../../form/calls/violation-set-lease.gen.ts'
import { ReasonSheet } from '../../../form/reason-sheet.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import type { Lease } from './screen.tsx'

/** Records that the police platform refused the contract, with a reason. */
export default function FailedSheet({ lease, answer }: { readonly lease: Lease } & Asks<boolean>) {
  const { leaseId, version } = lease
  const form = useEntry(violationSetLease, {
    start: { leaseId, version, status: leaseFilingStatus.failed },
    also: ({ reason }) => ({ reason: !reason?.trim() && '请输入备案未通过的原因' }),
    toast: '已记录，可稍后重新备案',
    onSent: () => answer(true),
  })
  return (
    <ReasonSheet
      title="备案未通过"
      of={form}
      field={form.fields.reason}
      usual={['证件信息不符', '车辆未在平台登记', '平台无法访问']}
      action="确定"
    >
      <Notice>改正后可重新备案，期限不变</Notice>
    </ReasonSheet>
  )
}
