import { type TicketProfile, ticketGroups } from '@cheyi/domain/fleet/ticket/ticket'
import { lazy } from 'react'
import { calls } from '../../../kernel/call/calls.ts'
import { pick } from '../../../page/list/pick-filter.tsx'
import { tabs } from '../../../page/list/tabs-filter.tsx'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { useCurrentStore } from '../../store/parts/current-store.ts'
import { TicketCard } from './ticket-card.tsx'
import type { TicketRow } from './ticket-words.ts'

/*
 * Parts that the lists of all kinds of tickets share.
 */

export const useStores = () => useCurrentStore().stores.map(({ id, name }) => ({ value: id, label: name }))

export const groupFilter = tabs('group', '状态', ticketGroups)
export const mineFilter = pick(
  'mine',
  '负责人',
  '全部负责人',
  () => [{ value: '1', label: '我负责的' }],
  (text) => text === '1' || undefined,
)

export const ticketList = {
  keyOf: ({ ticketId }: TicketRow) => ticketId,
  Row: TicketCard,
  Table: lazy(() => import('./ticket-table.tsx')),
  estimate: 132,
} as const

/** Exports all tickets of one kind as a file. */
export const exportsOf = ({ kind, noun }: TicketProfile) =>
  exporting(calls.ticket.exportAll, `导出${noun}`, { input: { kind } })
