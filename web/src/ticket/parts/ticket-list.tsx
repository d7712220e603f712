import { ticketProfiles } from '@cheyi/domain/ticket/kinds'
import { type TicketGroup, ticketGroups } from '@cheyi/domain/ticket/ticket'
import { lazy } from 'react'
import { ExportButton } from '../../job/parts/export-button.tsx'
import { calls, type OutputOf } from '../../kernel/call/calls.ts'
import { usePatch, useRow, useScreen } from '../../kernel/page/pages.tsx'
import { pick } from '../../page/list/pick-filter.tsx'
import { useCurrentStore } from '../../store/parts/current-store.ts'
import { Tabs } from '../../ui/frame/tabs.tsx'
import { Row } from '../../ui/layout.tsx'
import { ticketScreens } from '../screens.ts'
import { TicketCard } from './ticket-card.tsx'
import type { TicketRow } from './ticket-words.ts'

/*
 * What the lists of all kinds of tickets share.
 */

const groups = Object.keys(ticketGroups) as TicketGroup[]
export const useStores = () => useCurrentStore().stores.map(({ id, name }) => ({ value: id, label: name }))

export const groupFilter = {
  name: 'group',
  address: ['group'],
  read: (values: Readonly<Record<string, unknown>>) => groups.find((group) => group === values.group),
  Field: () => null,
} as const
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
  Head: Groups,
} as const

function Groups({ first: { counts } }: { readonly first: OutputOf<typeof calls.ticket.maintaincePage> }) {
  // The lists of all kinds have the same search.
  const values = useScreen(ticketScreens.maintaince)
  const { group, type } = values
  const { name } = useRow()
  const of = ticketProfiles.find(({ path }) => name === `${path}.list`)
  const patch = usePatch()
  const all = { key: 'all', label: '全部' }
  return (
    <>
      <Tabs
        label="状态"
        items={[all, ...groups.map((key) => ({ key, label: ticketGroups[key], count: counts?.[key] }))]}
        value={group || 'all'}
        onChange={(key) => patch({ group: key === 'all' ? undefined : key })}
      />
      {of && (
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
      )}
    </>
  )
}
