import { cashKinds, wayOf } from '@cheyi/domain/insight/cash-ahead/codes'
import { formatMoney } from '@cheyi/domain/money'
import { ask, calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { linkTo, useReach } from '../../../kernel/user.ts'
import { bankScreens } from '../../../money/bank/screens.ts'
import { Page, page, useAnswers } from '../../../page/page.tsx'
import { useExport } from '../../../platform/job/parts/use-export.ts'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { Card, Cell, Grid, Note, Notice, Stack, Text } from '../../../ui/layout.tsx'
import { PairedColumns, ZeroBar } from '../../../ui/show/charts.tsx'
import { Money, yuan } from '../../../ui/show/money.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import { weekText } from '../parts/weeks.ts'
import { cashAheadScreens } from '../screens.ts'

type Ahead = OutputOf<typeof calls.cashAhead.overview>
type Week = Ahead['weeks'][number]

const answer = ask(calls.cashAhead.overview, {})

/** The balance of the next thirteen weeks, and what is expected in each. */
export default page(cashAheadScreens.weeks, () => {
  const [made] = useAnswers(answer)
  const { run } = useExport(calls.cashAhead.rowsExport, '导出资金预测')
  return (
    <Page right={<NavAction onClick={() => void run({})}>导出</NavAction>}>
      <Stack gap={10}>
        <Warning made={made} />
        <Opening made={made} />
        <Weeks made={made} />
        <Kinds made={made} />
        <Reading made={made} />
      </Stack>
    </Page>
  )
})

interface PartProps {
  readonly made: Ahead
}

/** The first week at whose end money is missing. */
function Warning({ made: { weeks, lowest } }: PartProps) {
  const short = weeks.find(({ closing }) => closing < 0)
  if (short === undefined) return null
  const { from, closing } = weeks[lowest]!
  return (
    <Notice tone="danger">
      {`预计 ${weekText(short.from)} 周末资金不足，缺 ${formatMoney(-short.closing)}`}
      {from !== short.from && `；${weekText(from)} 缺口最大，缺 ${formatMoney(-closing)}`}
    </Notice>
  )
}

/** What there is today, and the lowest balance. */
function Opening({ made: { opening, weeks, lowest, today } }: PartProps) {
  const reach = useReach()
  const low = weeks[lowest]!
  const figures = [
    ['现有资金', opening.fen, `${today} 账面`],
    ['其中客户押金', opening.deposits, '须退还客户'],
    ['最低周末余额', low.closing, weekText(low.from)],
    ['13周后余额', weeks.at(-1)!.closing, `其中客户押金 ${formatMoney(weeks.at(-1)!.deposits)}`],
  ] as const
  return (
    <>
      <Grid columns={4} fit={150} gap={10} num>
        {figures.map(([label, fen, note]) => (
          <Card key={label} pad>
            <Note>{label}</Note>
            <Text as="b" size="xl" ink={fen < 0 ? 'danger' : 1}>
              {formatMoney(fen)}
            </Text>
            <Note>{note}</Note>
          </Card>
        ))}
      </Grid>
      <Card title="现有资金的组成">
        <Cell
          label="银行存款"
          note={
            opening.stated === null
              ? '账面余额，未导入银行流水'
              : `账面余额；银行流水至 ${opening.statedUntil} 为 ${formatMoney(opening.stated)}`
          }
          extra={<Money fen={opening.bank} />}
          {...linkTo(reach, bankScreens.days, {})}
        />
        <Cell label="门店现金" note="账面余额" extra={<Money fen={opening.cash} />} />
        {opening.openLines > 0 && (
          <Cell
            label="未匹配流水"
            note={`${opening.openLines} 笔未计入，匹配后计入银行存款`}
            extra={<Money fen={opening.openLinesSum} />}
            {...linkTo(reach, bankScreens.list, {})}
          />
        )}
      </Card>
    </>
  )
}

const paidOut = ({ payments, depositsBack }: Week) => payments + depositsBack

/** Receipts, payments and balance of each week; a week opens into what is behind it. */
function Weeks({ made: { weeks } }: PartProps) {
  const reach = useReach()
  const closings = weeks.map(({ closing }) => closing)
  const scale = { low: Math.min(...closings), high: Math.max(...closings) }
  return (
    <Card pad title="按周" extra={<Note>单位元</Note>}>
      <Stack gap={12}>
        <PairedColumns
          title="每周预计收支"
          names={['收入', '支出']}
          columns={weeks.map((week, n) => ({
            key: week.from,
            tick: n % 3 === 0 ? week.from.slice(5) : '',
            values: [week.receipts, paidOut(week)],
          }))}
        />
        <Compare
          stacked
          caption="每周预计收支和周末余额，单位元"
          columns={['预计收入', '预计付款', '退押金', '周末余额', '其中押金']}
          rows={weeks.map((week) => ({
            key: week.from,
            label: (
              <Grid as="span" columns={2} gap={12} style={{ minWidth: '17em', alignItems: 'center' }}>
                <Text as="a" ink="link" {...linkTo(reach, cashAheadScreens.rows, { week: week.from })}>
                  {weekText(week.from)}
                </Text>
                <ZeroBar value={week.closing} scale={scale} />
              </Grid>
            ),
            cells: [
              yuan(week.receipts),
              yuan(week.payments),
              yuan(week.depositsBack),
              <Text key="closing" ink={week.closing < 0 ? 'danger' : 'inherit'}>
                {yuan(week.closing)}
              </Text>,
              yuan(week.deposits),
            ],
          }))}
        />
      </Stack>
    </Card>
  )
}

const ways = { in: '收', out: '付', deposit: '退' } as const

/** Each kind by week; a figure opens into what is behind it. */
function Kinds({ made: { weeks, totals } }: PartProps) {
  const reach = useReach()
  if (totals.length === 0) return null
  const cell = (kind: Ahead['totals'][number]['kind'], fen: number, week?: string) =>
    fen === 0 ? (
      ''
    ) : (
      <Text
        key={week ?? 'all'}
        as="a"
        ink="link"
        {...linkTo(reach, cashAheadScreens.rows, { kind: String(kind), week: week ?? '' })}
      >
        {yuan(fen)}
      </Text>
    )
  return (
    <Card pad title="按项目" extra={<Note>单位元</Note>}>
      <Compare
        dense
        caption="每个项目每周的预计收支，单位元"
        columns={['13周合计', ...weeks.map(({ from }) => from.slice(5))]}
        rows={totals.map(({ kind, fen }) => ({
          key: String(kind),
          label: <span style={{ whiteSpace: 'nowrap' }}>{`${ways[wayOf(kind)]} ${cashKinds.text(kind)}`}</span>,
          cells: [
            cell(kind, fen),
            ...weeks.map(({ from, cells }) => cell(kind, cells.find((one) => one.kind === kind)?.fen ?? 0, from)),
          ],
        }))}
      />
    </Card>
  )
}

function Reading({ made: { totals, old } }: PartProps) {
  const estimate = totals.reduce((sum, one) => sum + one.estimate, 0)
  const overdue = totals.reduce((sum, one) => sum + one.overdue, 0)
  return (
    <Note num>
      {`已过期 ${formatMoney(overdue)} 计入第一周；估计数 ${formatMoney(estimate)}，包括未申报的税、未出单的车主分成和提成、在途收款。`}
      {old.count > 0 && `客户拖欠超过 ${old.days} 天的 ${old.count} 笔共 ${formatMoney(old.fen)} 未计入。`}
      企业应收按到期日加该企业通常拖欠的天数；平台结算按渠道的结算周期。未来的新订单、新收押金、工资和房租未计入。
    </Note>
  )
}
