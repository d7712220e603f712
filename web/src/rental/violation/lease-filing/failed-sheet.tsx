import { leaseFilingStatus } from '@cheyi/domain/rental/violation/codes'
import { violationSetLease } from '../../../form/calls/violation-set-lease.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { Lease } from './screen.tsx'

/** Records that the police platform refused the contract, with a reason. */
export default reasonSheet(violationSetLease, ({ lease: { leaseId, version } }: { readonly lease: Lease }) => ({
  title: '备案未通过',
  usual: ['证件信息不符', '车辆未在平台登记', '平台无法访问'],
  action: '确定',
  start: { leaseId, version, status: leaseFilingStatus.failed },
  missing: '请输入备案未通过的原因',
  toast: '已记录，可稍后重新备案',
  about: <Notice>改正后可重新备案，期限不变</Notice>,
}))
