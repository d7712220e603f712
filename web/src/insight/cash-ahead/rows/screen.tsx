import {
  type CashKind,
  cashKinds,
  cashSubject,
  cashSubjects,
  certainties,
  certainty,
  wayOf,
} from '@cheyi/domain/insight/cash-ahead/codes'
import { cashColumns as titles } from '@cheyi/domain/insight/cash-ahead/columns'
import { formatMoney } from '@cheyi/domain/money'
import { localDate } from '@cheyi/domain/time'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { costScreens } from '../../../fleet/cost/screens.ts'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, type PageLink, type Reach } from '../../../kernel/user.ts'
import { payableScreens } from '../../../money/payable/screens.ts'
import { taxScreens } from '../../../money/tax/screens.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, pick, pickCode } from '../../../page/list/list-page.tsx'
import { exporting } from '../../../platform/job/parts/use-export.ts'
import { Box, Card, Grid, Note, Text } from '../../../ui/layout.tsx'
import { commissionScreens } from '../../commission/screens.ts'
import { ownerScreens } from '../../owner/screens.ts'
import { weeksOf, weekText } from '../parts/weeks.ts'
import { cashAheadScreens } from '../screens.ts'

type Answer = OutputOf<typeof calls.cashAhead.rows>
type Expected = Answer['list'][number]

const isReceipt = ({ kind }: { readonly kind: CashKind }) => wayOf(kind) === 'in'

/** Why it is expected on this day. */
const lateText = ({ lateDays }: Expected) => lateDays > 0 && `通常晚 ${lateDays} 天`

const columns: readonly ListColumn<Expected, keyof typeof titles>[] = [
  {
    key: 'name',
    title: titles.name,
    kind: 'text',
    width: 140,
    card: 'title',
    of: ({ name, kind }) => name || cashKinds.text(kind),
  },
  { key: 'kind', title: titles.kind, kind: 'text', width: 100, of: ({ kind }) => cashKinds.text(kind) },
  { key: 'note', title: titles.note, kind: 'text', width: 150, of: ({ note }) => note },
  {
    key: 'day',
    title: titles.day,
    kind: 'text',
    width: 108,
    card: 'note',
    named: true,
    of: ({ day }) => day,
  },
  {
    key: 'dueOn',
    title: titles.dueOn,
    kind: 'text',
    width: 108,
    card: 'note',
    named: true,
    of: ({ day, dueOn }) => dueOn !== day && dueOn,
  },
  { key: 'late', title: titles.late, kind: 'number', width: 92, card: 'none', of: ({ lateDays }) => lateDays || null },
  { key: 'lateText', title: titles.late, kind: 'text', only: 'card', card: 'note', of: lateText },
  {
    key: 'certainty',
    title: titles.certainty,
    kind: 'tag',
    width: 84,
    of: ({ certainty: sure, isOverdue }) => [
      isOverdue && { text: '已过期', tone: 'danger' },
      sure === certainty.estimate && { text: certainties.text(sure), tone: 'neutral' },
    ],
  },
  {
    key: 'subject',
    title: titles.subject,
    kind: 'text',
    width: 92,
    card: 'none',
    extra: true,
    of: ({ subject }) => cashSubjects.text(subject),
  },
  {
    key: 'week',
    title: titles.week,
    kind: 'text',
    width: 132,
    card: 'none',
    extra: true,
    of: ({ week }) => weekText(week),
  },
  { key: 'receipt', title: titles.receipt, kind: 'money', card: 'end', of: (row) => (isReceipt(row) ? row.fen : null) },
  {
    key: 'payment',
    title: titles.payment,
    kind: 'money',
    card: 'end',
    of: (row) => (isReceipt(row) ? null : row.fen),
  },
]

/** The page of what it is about. */
function linkOf(reach: Reach, { subject, subjectId: id, orderKind, name }: Expected): PageLink | undefined {
  if (subject === cashSubject.tax) return linkTo(reach, taxScreens.returns, {})
  if (subject === cashSubject.commission) return linkTo(reach, commissionScreens.statements, { month: `${name}-01` })
  if (id === null) return undefined
  if (subject === cashSubject.bill) return linkTo(reach, payableScreens.bill, { billId: id })
  if (subject === cashSubject.car) return linkTo(reach, costScreens.list, { id })
  if (subject === cashSubject.ownerStatement) return linkTo(reach, ownerScreens.statement, { statementId: id })
  if (subject === cashSubject.owner) return linkTo(reach, ownerScreens.detail, { ownerId: id })
  return orderLink(reach, { orderId: id, orderKind })
}

/** What the figures of 资金预测 are made of, by the day on which it is expected. */
export default listPage(cashAheadScreens.rows, {
  call: calls.cashAhead.rows,
  noun: '预计收支',
  filters: [pick('week', '周', '全部13周', useWeeks), pickCode('kind', '项目', cashKinds)],
  keyOf: ({ key }) => key,
  columns,
  unit: '条',
  totals: ({ sums }) => (sums === null ? undefined : { receipt: sums.receipts, payment: sums.payments }),
  link: linkOf,
  Head,
  useExport: exporting(calls.cashAhead.rowsExport, '导出资金预测'),
  empty: { title: '没有预计收支' },
})

function useWeeks() {
  return weeksOf(localDate(useNow())).map((from) => ({ value: from, label: weekText(from) }))
}

function Head({ first: { sums } }: { readonly first: Answer }) {
  if (sums === null) return null
  const parts = [
    ['预计收入', sums.receipts],
    ['预计支出', sums.payments],
  ] as const
  return (
    <Box pad={[12, 12, 10]}>
      <Card pad>
        <Grid columns={2} gap={10} num>
          {parts.map(([label, fen]) => (
            <div key={label}>
              <Note>{label}</Note>
              <Text as="b" size="l">
                {formatMoney(fen)}
              </Text>
            </div>
          ))}
        </Grid>
      </Card>
    </Box>
  )
}
