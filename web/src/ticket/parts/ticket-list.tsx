import { type TicketGroup, ticketGroups } from '@cheyi/domain/ticket/ticket'
import type { calls, OutputOf } from '../../kernel/call/calls.ts'
import { usePatch, useScreen } from '../../kernel/page/pages.tsx'
import { pick } from '../../page/list/pick-filter.tsx'
import { useCurrentStore } from '../../store/parts/current-store.ts'
import { Tabs } from '../../ui/frame/tabs.tsx'
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
  estimate: 132,
  Head: Groups,
} as const

function Groups({ first: { counts } }: { readonly first: OutputOf<typeof calls.ticket.maintaincePage> }) {
  // The lists of all kinds have the same search.
  const { group } = useScreen(ticketScreens.maintaince)
  const patch = usePatch()
  const all = { key: 'all', label: '全部' }
  return (
    <Tabs
      label="状态"
      items={[all, ...groups.map((key) => ({ key, label: ticketGroups[key], count: counts?.[key] }))]}
      value={group || 'all'}
      onChange={(key) => patch({ group: key === 'all' ? undefined : key })}
    />
  )
}
