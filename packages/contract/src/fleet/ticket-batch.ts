import { maintenance } from '@cheyi/domain/fleet/ticket/maintenance'
import { MAX_TICKET_BATCH } from '@cheyi/domain/fleet/ticket/ticket'
import { yearly } from '@cheyi/domain/fleet/ticket/yearly'
import { z } from 'zod'
import { write } from '../kernel/call.ts'
import { id, list, nested, Version } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'
import { maintenanceFacts, yearlyFacts } from './ticket-facts.ts'
import { planOf, refreshes } from './ticket-form.ts'

const { quote: _, ...works } = maintenanceFacts

/** The same ticket for many cars; part of the feature `ticket`. How each went, and why it was refused, is the job's answer. */
export const batchCalls = {
  maintenanceBatch: write({
    path: '/api/ticket/v1/maintenance/batch',
    summary: '批量新建维保单',
    permission: [maintenance.key],
    input: z.object({
      vehicleIds: list(id('车辆'), MAX_TICKET_BATCH, '车辆', 1),
      ...planOf(maintenance),
      ...works,
    }),
    output: z.object({ jobId: out.id }),
    refusals: ['lineFull'],
    refreshes,
  }),
  yearlyBatch: write({
    path: '/api/ticket/v1/yearly/batch',
    summary: '批量预约年检',
    permission: [yearly.key],
    /** Tickets that have not begun get one plan. */
    input: z.object({
      tickets: list(nested({ ticketId: id('工单'), version: Version }, '工单'), MAX_TICKET_BATCH, '工单', 1),
      ...planOf(yearly),
      ...yearlyFacts,
    }),
    output: z.object({ jobId: out.id }),
    refusals: ['lineFull'],
    refreshes,
  }),
}
