import {
  type CommissionKind,
  commissionKind,
  commissionKinds,
  commissionStates,
  commissionSteps,
} from '@cheyi/domain/insight/commission/codes'
import { formatMoney } from '@cheyi/domain/money'
import { startsAt } from '@cheyi/domain/step'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { ask, calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { useMayWhole, useReach } from '../../../kernel/user.ts'
import { DetailPage } from '../../../page/detail.tsx'
import { confirm } from '../../../page/open.ts'
import { page, useAnswers } from '../../../page/page.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Button, Card, Cell, MainButton, Note } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { type Statement, stateTones } from '../parts/commission-words.ts'
import { commissionScreens } from '../screens.ts'

/** What an employee gets for a month, with the orders behind it. */
export default page(
  commissionScreens.statement,
  ({ statementId }) => {
    const [statement] = useAnswers(ask(calls.commission.statement, { statementId }))
    const { accountName, month, state, fen, lines } = statement
    const kinds = commissionKinds.values.filter((kind) => lines.some((line) => line.kind === kind))
    return (
      <DetailPage
        state={{ text: commissionStates.text(state), mark: stateTones[state] }}
        subject={accountName}
        note={`${month.slice(0, 7)} 提成 ${formatMoney(fen)}`}
        acts={<Acts statement={statement} />}
        thing={kinds.map((kind) => (
          <LinesCard key={kind} kind={kind} lines={lines.filter((line) => line.kind === kind)} />
        ))}
        side={<SumCard statement={statement} />}
      />
    )
  },
  { cards: 3, shape: 'detail' },
)

interface Of {
  readonly statement: Statement
}

interface LinesCardProps {
  readonly kind: CommissionKind
  readonly lines: Statement['lines']
}

const sumOf = (lines: Statement['lines']): number => lines.reduce((all, { fen }) => all + fen, 0)

function LinesCard({ kind, lines }: LinesCardProps) {
  const reach = useReach()
  return (
    <Card title={commissionKinds.text(kind)} extra={<Money fen={sumOf(lines)} />}>
      {lines.map(({ orderId, orderKind, orderNo, month, earlier, rule, base, fen }) => (
        <Cell
          key={`${orderId} ${month}`}
          label={<span className="num">{orderNo}</span>}
          note={[
            kind !== commissionKind.booking && formatMoney(base),
            rule,
            earlier && `${month.slice(0, 7)} 确认后的变动`,
          ]
            .filter(Boolean)
            .join(' · ')}
          extra={<Money fen={fen} />}
          {...orderLink(reach, { orderId, orderKind })}
        />
      ))}
    </Card>
  )
}

function SumCard({ statement: { fen, lines, orders, elsewhere, confirmedAt, confirmedByName } }: Of) {
  const earlier = sumOf(lines.filter((line) => line.earlier))
  const facts = [
    ['订单', `${orders}单`],
    ['其他门店的订单', elsewhere === 0 ? '' : formatMoney(elsewhere)],
    ['以前月份变动', earlier === 0 ? '' : formatMoney(earlier)],
    ['确认', confirmedAt === null ? '' : [momentText(confirmedAt), confirmedByName].filter(Boolean).join(' ')],
  ] as const
  return (
    <Card pad title="提成" extra={<Money fen={fen} size="xl" />}>
      <KeyValue rows={facts.flatMap(([label, value]) => (value === '' ? [] : [{ label, value }]))} />
      <Note top={8}>取消的订单不计；确认后的退款和取消，在下一张提成单中扣回。</Note>
    </Card>
  )
}

function Acts({ statement: { statementId, version, state, month, fen, accountName } }: Of) {
  const may = useMayWhole('finance.reconcile')
  const making = useWrite(calls.commission.make)
  const confirming = useWrite(calls.commission.confirm)
  if (!may || !startsAt(commissionSteps, 'confirm', state)) return null
  async function again() {
    if ((await making.run({ month })) !== null) feedback.toast('已按最新订单和收入重新计算')
  }
  async function sure() {
    const body = `${accountName} ${month.slice(0, 7)} 提成 ${formatMoney(fen)}。确认后金额不再变动，并计入当月成本`
    if (!(await confirm({ title: '确认提成？', body, confirm: '确认提成' }))) return
    if ((await confirming.run({ statementId, version })) !== null) feedback.toast('提成已确认')
  }
  return (
    <ActionBar>
      <Button size="l" loading={making.pending} onClick={() => void again()}>
        重新计算
      </Button>
      <MainButton loading={confirming.pending} onClick={() => void sure()}>
        确认提成
      </MainButton>
    </ActionBar>
  )
}
