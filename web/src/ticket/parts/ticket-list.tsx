import { ticketProfiles } from '@cheyi/domain/ticket/kinds'
import { ticketGroups } from '@cheyi/domain/ticket/ticket'
import { lazy } from 'react'
import { ExportButton } from '../../job/parts/export-button.tsx'
import { calls } from '../../kernel/call/calls.ts'
import { useRow, useScreen } from '../../kernel/page/pages.tsx'
import { pick } from '../../page/list/pick-filter.tsx'
import { tabs } from '../../page/list/tabs-filter.tsx'
import { useCurrentStore } from '../../store/parts/current-store.ts'
import { Row } from '../../ui/layout.tsx'
import { ticketScreens } from '../screens.ts'
import { TicketCard } from './ticket-card.tsx'
import type { TicketRow } from './ticket-words.ts'

/*
 * What the lists of all kinds of tickets share.
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
  Head: Export,
} as const

function Export() {
  // The lists of all kinds have the same search.
  const values = useScreen(ticketScreens.maintaince)
  const { type } = values
  const { name } = useRow()
  const of = ticketProfiles.find(({ path }) => name === `${path}.list`)
  if (of === undefined) return null
  return (
    <Row justify="end" pad={[8, 12, 0]}>
      <ExportButton
        call={calls.ticket.exportAll}
        title={`导出${of.noun}`}
        input={{
          kind: of.kind,
          keyword: values.keyword || undefined,
          group: groupFilter.read(values),
          storeId: values.storeId || undefined,
          mine: mineFilter.read(values),
          type: type ? Number(type) : undefined,
        }}
      />
    </Row>
  )
}
