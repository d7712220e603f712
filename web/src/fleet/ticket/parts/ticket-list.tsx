import { ticketKinds, ticketPriorities, ticketPriority } from '@cheyi/domain/fleet/ticket/codes'
import { ticketColumns as titles } from '@cheyi/domain/fleet/ticket/columns'
import { dueWords, isOpenTicket, isOverdue, statusWord, ticketMarks } from '@cheyi/domain/fleet/ticket/kinds'
import { type TicketProfile, ticketGroups } from '@cheyi/domain/fleet/ticket/ticket'
import { calls } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, type Reach } from '../../../kernel/user.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { pick } from '../../../page/list/list-page.tsx'
import { tabs } from '../../../page/list/tabs-filter.tsx'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { Button } from '../../../ui/layout.tsx'
import { screensOf } from '../screens.ts'
import { isSoon, nextAct, type TicketRow, toneOf } from './ticket-words.ts'

/*
 * Parts that the lists of all kinds of tickets share.
 */

export const groupFilter = tabs('group', '状态', ticketGroups)
export const mineFilter = pick(
  'mine',
  '负责人',
  '全部负责人',
  () => [{ value: '1', label: '我负责的' }],
  (text) => text === '1' || undefined,
)

function Act({ item }: { readonly item: TicketRow }) {
  return (
    <Button size="s" variant="primary" onClick={() => go(screensOf(item.kind).detail, { ticketId: item.ticketId })}>
      {nextAct(item)}
    </Button>
  )
}

const columns: readonly ListColumn<TicketRow, keyof typeof titles>[] = [
  { key: 'plate', title: titles.plate, kind: 'plate', of: ({ plate }) => plate },
  {
    key: 'what',
    title: titles.what,
    kind: 'text',
    width: 172,
    card: 'title',
    of: ({ kind, what }) => `${ticketKinds.text(kind)} · ${what}`,
  },
  { key: 'model', title: titles.model, kind: 'text', width: 112, of: ({ modelName }) => modelName },
  {
    key: 'status',
    title: titles.status,
    kind: 'tag',
    width: 76,
    card: 'end',
    of: (item) => [{ text: statusWord(item), tone: toneOf(item) }],
  },
  {
    key: 'priority',
    title: titles.priority,
    kind: 'tag',
    width: 72,
    extra: true,
    of: ({ priority }) => [
      priority === ticketPriority.urgent && { text: ticketPriorities.text(priority), tone: 'danger' },
    ],
  },
  {
    key: 'marks',
    title: titles.marks,
    kind: 'tag',
    width: 80,
    of: (item, now) => ticketMarks(item, now).map((text) => ({ text, tone: 'danger' })),
  },
  {
    key: 'due',
    title: titles.due,
    kind: 'due',
    width: 148,
    of: (item, now) =>
      isOpenTicket(item) && { text: dueWords(item, now), late: isOverdue(item, now), soon: isSoon(item, now) },
  },
  {
    key: 'ended',
    title: '结束',
    kind: 'text',
    only: 'card',
    of: (item, now) => !isOpenTicket(item) && dueWords(item, now),
  },
  { key: 'store', title: titles.store, kind: 'text', width: 96, of: ({ storeName }) => storeName },
  { key: 'where', title: titles.where, kind: 'text', width: 108, of: ({ place }) => place },
  {
    key: 'who',
    title: titles.who,
    kind: 'person',
    width: 76,
    of: ({ assigneeName }) => assigneeName ?? '未指派',
  },
  { key: 'no', title: titles.no, kind: 'text', card: 'plate', extra: true, of: ({ no }) => no },
  ...(['planStart', 'planEnd', 'actualStart', 'actualEnd', 'createdAt'] as const).map(
    (key): ListColumn<TicketRow, typeof key> => ({
      key,
      title: titles[key],
      kind: 'time',
      card: 'none',
      extra: true,
      of: (item) => item[key],
    }),
  ),
  { key: 'act', title: '操作', kind: 'act', width: 88, when: (item) => nextAct(item) !== null, Act },
]

export const ticketList = {
  keyOf: ({ ticketId }: TicketRow) => ticketId,
  columns,
  unit: '单',
  link: (reach: Reach, { kind, ticketId }: TicketRow) => linkTo(reach, screensOf(kind).detail, { ticketId }),
} as const

/** Exports the tickets of one kind. */
export const exportsOf = ({ kind, noun }: TicketProfile) =>
  exporting(calls.ticket.exportAll, `导出${noun}`, { input: { kind } })
