import { deductStates, handleWays, matchTypes, officialStates } from '@cheyi/domain/rental/violation/codes'
import { type ViolationColumn, violationColumnKeys, violationColumns } from '@cheyi/domain/rental/violation/columns'
import { fineText } from '@cheyi/domain/rental/violation/violation'
import { deadlineText, formatDateTime } from '@cheyi/domain/time'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { go } from '../../../kernel/page/router.ts'
import {
  ListTable,
  type TableColumn,
  type TableFormat,
  type TableProps,
  totalWords,
} from '../../../page/list/list-table.tsx'
import { useColumns } from '../../../page/list/use-table.ts'
import { useExport } from '../../../platform/job/parts/use-export.ts'
import { Row } from '../../../ui/layout.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { Tags } from '../../../ui/show/tag.tsx'
import { driverWords, tagsOf, type ViolationItem } from '../parts/violation-words.ts'
import { violationScreens } from '../screens.ts'
import { inputOf } from './filter.ts'

/** Violations as a table: a click on a row opens one. */
export default function ViolationTable({ of, first, pick }: TableProps<OutputOf<typeof calls.violation.page>>) {
  const input = inputOf(useScreen(violationScreens.list))
  const exporting = useExport(calls.violation.exportList, '导出违章')
  const make = (columns: readonly string[], format: TableFormat) =>
    exporting.run({ ...input, columns: columns as ViolationColumn[], format })
  return (
    <ListTable
      of={of}
      look={useColumns()}
      label="违章列表"
      columns={violationColumnKeys.map((key) => ({ key, title: violationColumns[key], ...drawn[key] }))}
      pick={pick}
      onOpen={({ violationId }) => go(violationScreens.detail, { violationId })}
      onExport={(columns, format) => void make(columns, format)}
    >
      <span role="status">{totalWords(first, '条')}</span>
    </ListTable>
  )
}

type Drawn = Omit<TableColumn<ViolationItem>, 'key' | 'title'>

const drawn: Readonly<Record<ViolationColumn, Drawn>> = {
  no: { width: 132, cell: ({ no }) => no },
  plate: {
    width: 116,
    first: true,
    cell: ({ violationId, plate }) => (
      <Link to={violationScreens.detail} with={{ violationId }} className="row-link">
        <Plate plate={plate} size="s" />
      </Link>
    ),
  },
  model: { width: 132, cell: ({ modelName }) => modelName },
  occurAt: { width: 124, first: true, cell: ({ occurAt }) => formatDateTime(occurAt) },
  place: { width: 168, first: true, cell: ({ place }) => place },
  act: { width: 168, first: true, cell: ({ act }) => act },
  actCode: { width: 64, cell: ({ actCode }) => actCode },
  points: { width: 56, first: true, end: true, cell: ({ points }) => points },
  fine: { width: 84, first: true, end: true, cell: ({ fine }) => (fine === null ? fineText(fine) : yuan(fine)) },
  status: {
    width: 148,
    first: true,
    cell: (one) => (
      <Row gap={4}>
        <Tags of={tagsOf(one)} />
      </Row>
    ),
  },
  driver: { width: 84, first: true, cell: driverWords },
  order: { width: 124, first: true, cell: ({ orderNo }) => orderNo },
  responsible: { width: 84, cell: ({ matchType: by }) => by !== null && matchTypes.text(by) },
  way: { width: 100, cell: ({ handleWay }) => handleWay !== null && handleWays.text(handleWay) },
  deadline: {
    width: 124,
    first: true,
    cell: ({ deadlineAt }) => (deadlineAt === null ? '' : deadlineText(deadlineAt, 'YYYY-MM-DD')),
  },
  official: { width: 116, cell: ({ officialState }) => officialStates.text(officialState) },
  payable: { width: 92, end: true, cell: ({ payable }) => payable !== null && yuan(payable) },
  collected: { width: 84, cell: ({ payable, deductState }) => payable !== null && deductStates.text(deductState) },
  createdAt: { width: 124, cell: ({ createdAt }) => formatDateTime(createdAt) },
}
