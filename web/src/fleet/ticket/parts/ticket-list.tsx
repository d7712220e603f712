import { ticketKinds, ticketPriorities, ticketPriority } from '@cheyi/domain/fleet/ticket/codes'
import { isOpenTicket, isOverdue } from '@cheyi/domain/fleet/ticket/kinds'
import { type TicketProfile, ticketGroups } from '@cheyi/domain/fleet/ticket/ticket'
import { calls } from '../../../kernel/call/calls.ts'
import { linkTo, type Reach } from '../../../kernel/page/reach.ts'
import { go } from '../../../kernel/page/router.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { pick } from '../../../page/list/pick-filter.tsx'
import { tabs } from '../../../page/list/tabs-filter.tsx'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { Button } from '../../../ui/button.tsx'
import { screensOf } from '../screens.ts'
import { dueWords, isSoon, nextAct, type TicketRow, tagsOf, whereWords } from './ticket-words.ts'

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

const columns: readonly ListColumn<TicketRow>[] = [
  { key: 'plate', title: '车牌', kind: 'plate', of: ({ plate }) => plate },
  {
    key: 'what',
    title: '事项',
    kind: 'text',
    width: 172,
    card: 'title',
    of: ({ kind, what }) => `${ticketKinds.text(kind)} · ${what}`,
  },
  { key: 'model', title: '车型', kind: 'text', width: 112, of: ({ modelName }) => modelName },
  {
    key: 'state',
    title: '状态',
    kind: 'tag',
    width: 76,
    card: 'end',
    of: (item, now) => tagsOf(item, now).slice(0, 1),
  },
  {
    key: 'marks',
    title: '提醒',
    kind: 'tag',
    width: 80,
    of: (item, now) => [
      item.priority === ticketPriority.urgent && { text: ticketPriorities.text(item.priority), tone: 'danger' },
      ...tagsOf(item, now).slice(1),
    ],
  },
  {
    key: 'due',
    title: '进度',
    kind: 'due',
    width: 148,
    of: (item, now) =>
      isOpenTicket(item) && { text: dueWords(item, now), late: isOverdue(item, now), soon: isSoon(item, now) },
  },
  {
    key: 'ended',
    title: '结束',
    kind: 'text',
    extra: true,
    of: (item, now) => !isOpenTicket(item) && dueWords(item, now),
  },
  { key: 'where', title: '地点', kind: 'text', width: 184, of: whereWords },
  { key: 'who', title: '负责人', kind: 'person', width: 76, of: ({ assigneeName }) => assigneeName ?? '未指派' },
  { key: 'no', title: '单号', kind: 'text', card: 'plate', extra: true, of: ({ no }) => no },
  { key: 'planStart', title: '计划开始', kind: 'time', card: 'none', extra: true, of: ({ planStart }) => planStart },
  { key: 'planEnd', title: '计划完成', kind: 'time', card: 'none', extra: true, of: ({ planEnd }) => planEnd },
  { key: 'begun', title: '实际开始', kind: 'time', card: 'none', extra: true, of: ({ actualStart }) => actualStart },
  { key: 'ended', title: '实际结束', kind: 'time', card: 'none', extra: true, of: ({ actualEnd }) => actualEnd },
  { key: 'createdAt', title: '创建时间', kind: 'time', card: 'none', extra: true, of: ({ createdAt }) => createdAt },
  { key: 'act', title: '操作', kind: 'act', width: 88, when: (item) => nextAct(item) !== null, Act },
]

export const ticketList = {
  keyOf: ({ ticketId }: TicketRow) => ticketId,
  columns,
  unit: '单',
  link: (reach: Reach, { kind, ticketId }: TicketRow) => linkTo(reach, screensOf(kind).detail, { ticketId }),
} as const

/** Exports all tickets of one kind as a file. */
export const exportsOf = ({ kind, noun }: TicketProfile) =>
  exporting(calls.ticket.exportAll, `导出${noun}`, { input: { kind } })
