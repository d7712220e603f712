import { daysOf, nextMonth } from '@cheyi/domain/money/closing/month'
import { accountName } from '@cheyi/domain/money/payment/accounts'
import { addDays } from '@cheyi/domain/time'
import { dataScreens } from '../../../insight/data/screens.ts'
import { ask, calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { usePatch } from '../../../kernel/page/pages.tsx'
import { linkTo, type PageLink, useReach } from '../../../kernel/user.ts'
import { FilterLine, PickBox } from '../../../page/list/list-head.tsx'
import { Page, page, useAnswers } from '../../../page/page.tsx'
import { useExport } from '../../../platform/job/parts/use-export.ts'
import { Select } from '../../../ui/field/select.tsx'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { Card, Cell, Note, Notice, Stack, Text } from '../../../ui/layout.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import { balanceText } from '../../payment/parts/balance-text.ts'
import { paymentScreens } from '../../payment/screens.ts'
import { closingScreens } from '../screens.ts'

type Balance = OutputOf<typeof calls.closing.balance>
type Line = Balance['list'][number]

/** The trial balance of a month: opening balance, postings and closing balance of each account. */
export default page(closingScreens.balance, ({ month: asked }) => {
  const [{ month, months, list, open }] = useAnswers(ask(calls.closing.balance, { month: asked || undefined }))
  const patch = usePatch()
  const { run } = useExport(calls.closing.balanceExport, '导出试算平衡表')
  const auditor = useExport(calls.bookkeeping.auditorExport, '导出审计文件')
  if (month === null) {
    return (
      <Page reading>
        <Notice>还没有记账，有了订单和收款就能看到试算平衡表</Notice>
      </Page>
    )
  }
  return (
    <Page
      reading
      right={<NavAction onClick={() => void run({ month })}>导出</NavAction>}
      head={
        <FilterLine>
          <PickBox on={false}>
            <Select
              title="月份"
              value={month}
              options={months.map((value) => ({ value, label: value }))}
              onChange={(value) => patch({ month: value })}
            />
          </PickBox>
        </FilterLine>
      }
    >
      <Stack gap={10}>
        <Verdict list={list} />
        <Card pad>
          <Lines month={month} list={list} />
        </Card>
        {open && <Note>{month} 还没有结账，以下是截至现在的余额，之后还会变化。</Note>}
        <LateIncome month={month} isClosed={!open} />
        {!open && (
          <Card>
            <Cell
              label="审计文件"
              note="结账人、未完成事项的说明、试算平衡表、余额明细、银行余额和凭证，一个文件"
              onClick={() => void auditor.run({ month })}
            />
          </Card>
        )}
        <Note>余额按借方减贷方计算，单位元，收入含税。结账后的更正记入当月，不改变已结账月份的数字。</Note>
      </Stack>
    </Page>
  )
})

/** The orders whose income was posted later than it was earned: into this month, and out of it into the next one. */
function LateIncome({ month, isClosed }: { readonly month: string; readonly isClosed: boolean }) {
  const reach = useReach()
  const linkOf = (of: string) => {
    const [from, next] = daysOf(of)
    return linkTo(reach, dataScreens.orders, { figure: 'late', when: 'own', from, to: addDays(next, -1) })
  }
  const links = [
    ['本月补记以前月份的收入', linkOf(month)],
    ...(isClosed ? [['次月补记本月及以前的收入', linkOf(nextMonth(month))] as const] : []),
  ] as const
  if (links.some(([, link]) => link === undefined)) return null
  return (
    <Card title="补记明细">
      {links.map(([label, link]) => (
        <Cell key={label} {...link} label={label} note="按订单" />
      ))}
    </Card>
  )
}

/** Whether both sides agree: what an accountant looks for first. */
function Verdict({ list }: { readonly list: readonly Line[] }) {
  const total = (fen: (line: Line) => number) => list.reduce((all, line) => all + fen(line), 0)
  const [debit, credit] = [total((line) => line.debit), total((line) => line.credit)]
  const sides = [
    ['期初', total(({ opening }) => opening)],
    ['本期', debit - credit],
    ['期末', total(({ closing: end }) => end)],
  ] as const
  const wrong = sides.filter(([, fen]) => fen !== 0)
  if (wrong.length === 0) return <Notice tone="success">{`借贷平衡，本期借方、贷方各 ${yuan(debit)}`}</Notice>
  return <Notice tone="danger">{`借贷不平：${wrong.map(([name, fen]) => `${name}差 ${yuan(fen)}`).join('，')}`}</Notice>
}

/** The total of the positive amounts of all accounts, which is one side of the balance. */
const sum = (list: readonly Line[], fen: (line: Line) => number) =>
  yuan(list.reduce((all, line) => all + Math.max(fen(line), 0), 0))

function Lines({ month, list }: { readonly month: string; readonly list: readonly Line[] }) {
  const reach = useReach()
  const [from, next] = daysOf(month)
  const entries = (account: Line['account']): PageLink | undefined =>
    linkTo(reach, paymentScreens.ledger, { account, from, to: addDays(next, -1) })
  return (
    <Compare
      stacked
      caption={`${month} 试算平衡表，单位元`}
      columns={['期初', '借方', '贷方', '期末']}
      rows={[
        ...list.map(({ account, opening, debit, credit, closing: end }) => ({
          key: account,
          label: <Name name={accountName(account)} link={entries(account)} />,
          cells: [balanceText(opening), yuan(debit), yuan(credit), balanceText(end)],
        })),
        {
          label: '合计',
          cells: [
            `各 ${sum(list, ({ opening }) => opening)}`,
            sum(list, ({ debit }) => debit),
            sum(list, ({ credit }) => credit),
            `各 ${sum(list, ({ closing: end }) => end)}`,
          ],
        },
      ]}
    />
  )
}

function Name({ name, link }: { readonly name: string; readonly link: PageLink | undefined }) {
  if (link === undefined) return name
  return (
    <Text as="a" ink="link" {...link}>
      {name}
    </Text>
  )
}
