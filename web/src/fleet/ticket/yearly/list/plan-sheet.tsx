import { ticketPriority } from '@cheyi/domain/fleet/ticket/codes'
import { yearly } from '@cheyi/domain/fleet/ticket/yearly'
import { parseWireTime } from '@cheyi/domain/time'
import { useState } from 'react'
import { ticketYearlyBatch } from '../../../../form/calls/ticket-yearly-batch.gen.ts'
import { TextField } from '../../../../form/fields.tsx'
import { MomentField } from '../../../../form/moment-field.tsx'
import { useEntry } from '../../../../form/use-entry.ts'
import { useNow } from '../../../../kernel/now.ts'
import { type Asks, OpenedSheet } from '../../../../page/opened-sheet.tsx'
import { BatchProgress } from '../../../../platform/job/parts/batch-progress.tsx'
import { MainButton } from '../../../../ui/button.tsx'
import { Stack } from '../../../../ui/layout.tsx'
import { Notice } from '../../../../ui/modal/notice.tsx'
import { planProblems } from '../../parts/plan-problems.ts'
import { planned, soonest, type TicketRow } from '../../parts/ticket-words.ts'

const wire = (value: number | string | null) => (value === null ? null : parseWireTime(value))

/** Gives many inspections that have not begun the same plan: one agency, one day. */
export default function PlanSheet({ tickets, answer }: { readonly tickets: readonly TicketRow[] } & Asks<boolean>) {
  const now = useNow()
  const [jobId, setJob] = useState<string>()
  const form = useEntry(ticketYearlyBatch, {
    start: {
      tickets: tickets.map(({ ticketId, version }) => ({ ticketId, version })),
      priority: ticketPriority.normal,
    },
    also: (_, value) => planProblems(yearly, value, false),
    onSent: (output) => setJob(output.jobId),
  })
  const { fields, value } = form
  const start = wire(value.planStart)
  if (jobId !== undefined)
    return (
      <OpenedSheet title="批量预约年检">
        <Stack gap={12}>
          <BatchProgress unit="张" jobId={jobId} onDone={() => answer(true)} />
        </Stack>
      </OpenedSheet>
    )
  return (
    <OpenedSheet
      title={`${tickets.length} 张年检单`}
      footer={
        <MainButton loading={form.pending} onClick={() => void form.send()}>
          {`预约 ${tickets.length} 辆年检`}
        </MainButton>
      }
    >
      <Stack gap={12} ref={form.frame}>
        <MomentField of={fields.planStart} layout="stack" from={now} begin={soonest(now)} />
        <MomentField of={fields.planEnd} layout="stack" from={start ?? now} begin={planned(start)} />
        <TextField of={fields.agency} layout="stack" />
        <TextField of={fields.place} layout="stack" />
        <Notice tone="primary">每辆车单独检查：已开始、在租或影响订单的不改，并说明原因</Notice>
      </Stack>
    </OpenedSheet>
  )
}
