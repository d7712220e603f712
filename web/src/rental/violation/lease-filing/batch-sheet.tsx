import { awaitsFiling } from '@cheyi/domain/rental/violation/lease'
import { useState } from 'react'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { JobSheet } from '../../../platform/job/parts/job-sheet.tsx'
import { MainButton } from '../../../ui/button.tsx'
import { Note, Stack } from '../../../ui/layout.tsx'
import type { Lease } from './screen.tsx'

/** Records many contracts as filed with the police at once. */
export default function BatchSheet({ leases, answer }: { readonly leases: readonly Lease[] } & Asks<boolean>) {
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
