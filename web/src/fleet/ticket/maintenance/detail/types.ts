import type { calls, OutputOf } from '../../../../kernel/call/calls.ts'

export type Ticket = OutputOf<typeof calls.ticket.maintenanceDetail>
