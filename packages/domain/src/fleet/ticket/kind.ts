import { enumeration } from '../../enumeration.ts'

/** Tickets of a car; all kinds are stored in one table. */
export const ticketKinds = enumeration({ relocation: [1, '调车'], maintenance: [2, '维保'], yearly: [3, '年检'] })
export const ticketKind = ticketKinds.code

/** What addresses and menus need of each kind, apart from its state machine, which few pages load. */
export const ticketNames = {
  relocation: { kind: ticketKind.relocation, path: 'relocation', key: 'ticket.relocation', noun: '调车单' },
  maintenance: { kind: ticketKind.maintenance, path: 'maintenance', key: 'ticket.maintenance', noun: '维保单' },
  yearly: { kind: ticketKind.yearly, path: 'yearly', key: 'ticket.yearly', noun: '年检单' },
} as const
export type TicketNames = (typeof ticketNames)[keyof typeof ticketNames]
