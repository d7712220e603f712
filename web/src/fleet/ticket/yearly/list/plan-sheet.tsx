import { garageWork, ticketPriority } from '@cheyi/domain/fleet/ticket/codes'
import { yearly } from '@cheyi/domain/fleet/ticket/yearly'
import { useState } from 'react'
import { ticketYearlyBatch } from '../../../../form/calls/ticket-yearly-batch.gen.ts'
import { useEntry } from '../../../../form/use-entry.ts'
import type { Asks } from '../../../../page/opened.tsx'
import { JobSheet } from '../../../../platform/job/parts/job-sheet.tsx'
import { MainButton, Notice, Stack } from '../../../../ui/layout.tsx'
import { GarageField } from '../../parts/garage-field.tsx'
import { PlanMoments, planProblems } from '../../parts/plan-times.tsx'
import type { TicketRow } from '../../parts/ticket-words.ts'

/** Gives many inspections that have not begun the same plan: one agency, one day. */
export default function PlanSheet({ tickets, answer }: { readonly tickets: readonly TicketRow[] } & Asks<boolean>) {
  const [jobId, setJob] = useState<string>()
  const form = useEntry(ticketYearlyBatch, {
    start: {
      tickets: tickets.map(({ ticketId, version }) => ({ ticketId, version })),
      priority: ticketPriority.normal,
    },
    also: (_, value) => planProblems(yearly, value, false),
    onSent: (output) => setJob(output.jobId),
  })
  const { fields } = form
  return (
    <JobSheet
      jobId={jobId}
      doing="批量预约年检"
      unit="张"
      onDone={() => answer(true)}
      title={`${tickets.length} 张年检单`}
      footer={
        <MainButton loading={form.pending} onClick={() => void form.send()}>
          {`预约 ${tickets.length} 辆年检`}
        </MainButton>
      }
    >
      <Stack gap={12} ref={form.frame}>
        <PlanMoments fields={fields} />
        <GarageField of={fields.garageId} work={garageWork.inspection} />
        <Notice tone="primary">每辆车单独检查：已开始、在租或影响订单的不改，并说明原因</Notice>
      </Stack>
    </JobSheet>
  )
}
