import type { CodeOf } from '@cheyi/domain/enumeration'
import { maintenanceTypes, ticketPriority } from '@cheyi/domain/fleet/ticket/codes'
import { maintenance } from '@cheyi/domain/fleet/ticket/maintenance'
import { useState } from 'react'
import { ticketMaintenanceBatch } from '../../../form/calls/ticket-maintenance-batch.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { TextAreaField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened.tsx'
import { JobSheet } from '../../../platform/job/parts/job-sheet.tsx'
import { MainButton, Notice, Stack } from '../../../ui/layout.tsx'
import { GarageField } from '../parts/garage-field.tsx'
import { PlanMoments, planProblems } from '../parts/plan-times.tsx'

interface BatchSheetProps extends Asks<boolean> {
  readonly vehicleIds: readonly string[]
  readonly type: CodeOf<typeof maintenanceTypes> | null
}

/** Plans the same work for many cars, at one garage and one time. Each car gets a ticket, or a reason why it did not. */
export default function BatchSheet({ vehicleIds, type, answer }: BatchSheetProps) {
  const [jobId, setJob] = useState<string>()
  const form = useEntry(ticketMaintenanceBatch, {
    start: {
      vehicleIds: [...vehicleIds],
      type,
      items: type === null ? '' : maintenanceTypes.text(type),
      priority: ticketPriority.normal,
    },
    also: (_, value) => planProblems(maintenance, value, false),
    onSent: (output) => setJob(output.jobId),
  })
  const { fields, value } = form
  const count = vehicleIds.length
  return (
    <JobSheet
      jobId={jobId}
      doing="批量建维保单"
      unit="辆"
      onDone={() => answer(true)}
      title={`${count} 辆建维保单`}
      footer={
        <MainButton
          loading={form.pending}
          reason={count === 0 ? '所选车辆都已建单' : undefined}
          onClick={() => void form.send()}
        >
          {`新建 ${count} 张维保单`}
        </MainButton>
      }
    >
      <Stack gap={12} ref={form.frame}>
        <CodeField of={fields.type} codes={maintenanceTypes} />
        <TextAreaField of={fields.items} rows={2} placeholder="如：更换机油机滤，检查刹车片" />
        <PlanMoments fields={fields} />
        <GarageField of={fields.garageId} work={value.type} />
        <Notice tone="primary">每辆车单独检查：在租、已有工单或影响订单的车不建单，并说明原因</Notice>
      </Stack>
    </JobSheet>
  )
}
