import { ticketPriorities, ticketPriority } from '@cheyi/domain/fleet/ticket/codes'
import { formatDateTime } from '@cheyi/domain/time'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { go } from '../../../kernel/page/router.ts'
import { ListTable, type TableColumn, type TableProps, totalWords } from '../../../page/list/list-table.tsx'
import { useColumns } from '../../../page/list/use-table.ts'
import { Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { Tags } from '../../../ui/show/tag.tsx'
import { screensOf } from '../screens.ts'
import { dueWords, type TicketRow, tagsOf } from './ticket-words.ts'

export default function TicketTable({ of, first }: TableProps<OutputOf<typeof calls.ticket.maintenancePage>>) {
  return (
    <ListTable
      of={of}
      look={useColumns()}
      label="工单"
      columns={columns}
      onOpen={({ kind, ticketId }) => go(screensOf(kind).detail, { ticketId })}
    >
      <span role="status">{totalWords(first, '单')}</span>
    </ListTable>
  )
}

const at = (moment: number | null) => moment !== null && formatDateTime(moment)

const columns: readonly TableColumn<TicketRow>[] = [
  {
    key: 'no',
    title: '单号',
    width: 132,
    first: true,
    cell: ({ kind, ticketId, no }) => (
      <Link to={screensOf(kind).detail} with={{ ticketId }} className="row-link">
        {no}
      </Link>
    ),
  },
  { key: 'status', title: '状态', width: 132, first: true, cell: (row) => <Stands row={row} /> },
  { key: 'plate', title: '车牌', width: 100, first: true, cell: ({ plate }) => <Plate plate={plate} size="s" /> },
  { key: 'model', title: '车型', width: 132, first: true, cell: ({ modelName }) => modelName },
  { key: 'what', title: '事项', width: 124, first: true, cell: ({ what }) => what },
  { key: 'store', title: '门店', width: 108, first: true, cell: ({ storeName }) => storeName },
  { key: 'place', title: '地点', width: 140, first: true, cell: ({ place }) => place },
  { key: 'who', title: '负责人', width: 84, first: true, cell: ({ assigneeName }) => assigneeName ?? '未指派' },
  { key: 'due', title: '进度', width: 148, first: true, cell: (row) => <Due row={row} /> },
  { key: 'planStart', title: '计划开始', width: 124, cell: ({ planStart }) => at(planStart) },
  { key: 'planEnd', title: '计划完成', width: 124, first: true, cell: ({ planEnd }) => at(planEnd) },
  { key: 'actualStart', title: '实际开始', width: 124, cell: ({ actualStart }) => at(actualStart) },
  { key: 'actualEnd', title: '实际结束', width: 124, cell: ({ actualEnd }) => at(actualEnd) },
  {
    key: 'priority',
    title: '优先级',
    width: 68,
    cell: ({ priority }) => priority === ticketPriority.urgent && ticketPriorities.text(priority),
  },
  { key: 'createdAt', title: '创建时间', width: 124, cell: ({ createdAt }) => at(createdAt) },
]

function Stands({ row }: { readonly row: TicketRow }) {
  return <Tags of={tagsOf(row, useNow())} />
}

function Due({ row }: { readonly row: TicketRow }) {
  return <Text num>{dueWords(row, useNow())}</Text>
}
