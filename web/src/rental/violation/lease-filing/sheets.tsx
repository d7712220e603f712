import { leaseFilingStatus } from '@cheyi/domain/rental/violation/codes'
import { awaitsFiling } from '@cheyi/domain/rental/violation/lease'
import { useState } from 'react'
import { violationSetLease } from '../../../form/calls/violation-set-lease.gen.ts'
import { reasonSheet } from '../../../form/reason-sheet.tsx'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import type { Asks } from '../../../page/opened.tsx'
import { JobSheet } from '../../../platform/job/parts/job-sheet.tsx'
import { MainButton, Note, Notice, Stack } from '../../../ui/layout.tsx'
import type { Lease } from './screen.tsx'

/** Records many contracts as filed with the police at once. */
export function BatchSheet({ leases, answer }: { readonly leases: readonly Lease[] } & Asks<boolean>) {
  const [jobId, setJob] = useState<string>()
  const asking = useWrite(calls.violation.fileLeases)
  const open = leases.filter(({ status }) => awaitsFiling(status))
  async function file() {
    const cases = open.map(({ leaseId, version }) => ({ leaseId, version }))
    setJob((await asking.run({ leases: cases }))?.jobId)
  }
  return (
    <JobSheet
      jobId={jobId}
      doing="批量备案"
      unit="份"
      onDone={() => answer(true)}
      title={`已选 ${leases.length} 份合同`}
    >
      <Stack gap={12}>
        <Note>请先在交管平台完成备案，再在此标记</Note>
        <MainButton
          loading={asking.pending}
          reason={open.length === 0 ? '所选合同都已备案' : undefined}
          onClick={() => void file()}
        >
          {`标记 ${open.length} 份已备案`}
        </MainButton>
      </Stack>
    </JobSheet>
  )
}

/** Records that the police platform refused the contract, with a reason. */
export const FailedSheet = reasonSheet(
  violationSetLease,
  ({ lease: { leaseId, version } }: { readonly lease: Lease }) => ({
    title: '备案未通过',
    usual: ['证件信息不符', '车辆未在平台登记', '平台无法访问'],
    action: '确定',
    start: { leaseId, version, status: leaseFilingStatus.failed },
    missing: '请输入备案未通过的原因',
    toast: '已记录，可稍后重新备案',
    about: <Notice>改正后可重新备案，期限不变</Notice>,
  }),
)
