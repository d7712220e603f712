import { formatMoney } from '@cheyi/domain/money'
import { taxpayers } from '@cheyi/domain/money/bookkeeping/codes'
import { periodText } from '@cheyi/domain/money/tax/period'
import { type ReturnSheet, returnSheets } from '@cheyi/domain/money/tax/return'
import { ask, calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { linkTo, type PageLink, type Reach, useMayWhole, useReach } from '../../../kernel/user.ts'
import { confirm, open } from '../../../page/open.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { useExport } from '../../../platform/job/parts/use-export.ts'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Button, Card, Cell, MainButton, Note, Notice, Stack } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { type ReturnCell, type ReturnLine, sheetNames, type TaxReturn } from '../parts/return-words.ts'
import { taxScreens } from '../screens.ts'

const answerOf = (from: string | undefined) => ask(calls.tax.taxReturn, { from: from || undefined })

/** The figures of a return by line, each with what it is made of. */
export default page(taxScreens.return, ({ from: asked }) => {
  const [made] = useAnswers(answerOf(asked))
  const { run } = useExport(calls.tax.returnExport, '导出申报表')
  const { from, form, lines, filedAt, filedByName, problems } = made
  return (
    <Page
      reading
      title={`${periodText(made)} 增值税`}
      right={<NavAction onClick={() => void run({ from })}>导出</NavAction>}
      footer={<Acts made={made} onDone={() => void refresh(answerOf(asked))} />}
    >
      <Stack gap={10}>
        {filedAt !== null && (
          <Notice tone="success">{`已确认申报 ${[momentText(filedAt), filedByName].filter(Boolean).join(' ')}`}</Notice>
        )}
        {problems.map((problem) => (
          <Notice key={problem}>{problem}</Notice>
        ))}
        {returnSheets.map((sheet) => (
          <SheetCard key={sheet} sheet={sheet} from={from} lines={lines.filter((line) => line.sheet === sheet)} />
        ))}
        <Note>
          {taxpayers.text(form)}
          。未开发票的收入为凭证收入减已开发票，先开票后确认收入的月份可能为负；预收租金的纳税时间以税务顾问意见为准。
        </Note>
      </Stack>
    </Page>
  )
})

interface SheetCardProps {
  readonly sheet: ReturnSheet
  readonly from: string
  readonly lines: readonly ReturnLine[]
}

function SheetCard({ sheet, from, lines }: SheetCardProps) {
  const reach = useReach()
  if (lines.length === 0) return null
  if (sheet === 'main')
    return (
      <Card title={sheetNames.main}>
        {lines.map(({ no, title, cells }) => (
          <Cell key={no} label={title} note={`第${no}栏`} extra={<Money fen={cells[0]!.value} />} />
        ))}
      </Card>
    )
  return (
    <Card title={sheetNames[sheet]}>
      {lines.flatMap(({ no, title, cells }) =>
        cells
          .filter((cell) => cell.value !== 0 || cells.every(({ value }) => value === 0))
          .map((cell) => (
            <Cell
              key={`${no} ${title} ${cell.column}`}
              label={`${title} ${cell.column}`}
              note={no === '—' ? undefined : `第${no}栏`}
              extra={cell.isCount ? `${cell.value} 份` : <Money fen={cell.value} />}
              {...linkOf(reach, from, cell)}
            />
          )),
      )}
    </Card>
  )
}

/** The documents of a figure; none where it is reckoned from other lines. */
const linkOf = (reach: Reach, from: string, { source }: ReturnCell): PageLink | undefined =>
  source === null ? undefined : linkTo(reach, taxScreens.documents, { from, of: source.of, rateBp: source.rateBp })

function Acts({
  made: { from, version, pay, filedAt, problems },
  onDone,
}: {
  readonly made: TaxReturn
  readonly onDone: () => void
}) {
  const may = useMayWhole('finance.reconcile')
  const filing = useWrite(calls.tax.file)
  if (!may) return null
  async function sure() {
    const body = `本期应补（退）税额 ${formatMoney(pay)}。请在电子税务局申报成功后确认，确认后数字不再变动`
    if (!(await confirm({ title: '确认申报完成？', body, confirm: '申报完成' }))) return
    if ((await filing.run({ from, version })) === null) return
    feedback.toast('申报完成，数字已保存')
    onDone()
  }
  async function takeBack() {
    if (await open(() => import('../parts/withdraw-sheet.tsx'), { from })) onDone()
  }
  return (
    <ActionBar>
      {filedAt === null ? (
        <MainButton loading={filing.pending} reason={problems[0]} onClick={() => void sure()}>
          申报完成
        </MainButton>
      ) : (
        <Button size="l" variant="danger" onClick={() => void takeBack()}>
          撤销申报完成
        </Button>
      )}
    </ActionBar>
  )
}
