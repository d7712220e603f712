import { ownerStatementStates, ownerStatementSteps } from '@cheyi/domain/insight/owner/codes'
import { correctionSum } from '@cheyi/domain/insight/owner/statement'
import { formatMoney } from '@cheyi/domain/money'
import { payWays } from '@cheyi/domain/money/payment/codes'
import { can, startsAt } from '@cheyi/domain/step'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import { costScreens } from '../../../fleet/cost/screens.ts'
import { ask, calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { momentText, useNow } from '../../../kernel/now.ts'
import { linkTo, type PageLink, useReach } from '../../../kernel/user.ts'
import { DetailPage, None } from '../../../page/detail.tsx'
import { confirm, open } from '../../../page/open.ts'
import { page, useAnswers } from '../../../page/page.tsx'
import { Photos } from '../../../page/photos.tsx'
import { useExport } from '../../../platform/job/parts/use-export.ts'
import { NavAction } from '../../../ui/frame/nav-bar.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Button, Card, CardMore, MainButton, Text } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { CardLink } from '../../../ui/show/record-card.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { profitScreens } from '../../profit/screens.ts'
import { CorrectionsCard } from '../parts/corrections-card.tsx'
import { dueText, type Statement, stateTones } from '../parts/owner-words.ts'
import { PartCard } from '../parts/part-card.tsx'
import { ownerScreens } from '../screens.ts'

const loadSheets = () => import('./sheets.tsx')

const agreementSheets = () => import('../parts/agreement-sheets.tsx')

/** A statement of an owner: the parts of the cars, what is to be paid, and its next step. */
export default page(
  ownerScreens.statement,
  ({ statementId }) => {
    const [statement] = useAnswers(ask(calls.owner.statement, { statementId }))
    return <StatementPage statement={statement} />
  },
  { cards: 3, shape: 'detail' },
)

interface Of {
  readonly statement: Statement
}

function StatementPage({ statement }: Of) {
  const reach = useReach()
  const paper = useExport(calls.owner.paper, '导出结算单')
  const { statementId, ownerId, ownerName, month, parts, state, due } = statement
  const linked = (link: PageLink | undefined, text: string) =>
    link === undefined ? (
      text
    ) : (
      <Text as="a" ink="link" {...link}>
        {text}
      </Text>
    )
  return (
    <DetailPage
      state={{ text: ownerStatementStates.text(state), mark: stateTones[state] }}
      subject={<CardLink {...linkTo(reach, ownerScreens.detail, { ownerId })}>{ownerName}</CardLink>}
      next={nextOf(statement, localDate(useNow()))}
      note={`${month.slice(0, 7)} 结算单 · ${dueText(due)}`}
      right={
        <NavAction icon="download" onClick={() => void paper.run({ statementId })}>
          导出PDF
        </NavAction>
      }
      acts={<Steps statement={statement} />}
      thing={parts.map((part) => (
        <PartCard
          key={`${part.vehicleId} ${part.from}`}
          part={part}
          opened={{
            income: ({ vehicleId: id, from, to }, text) =>
              linked(linkTo(reach, profitScreens.income, { id, from, to }), text),
            costs: ({ vehicleId: id, from, to }, text, kind) =>
              linked(linkTo(reach, costScreens.list, { id, from, to, kind: String(kind) }), text),
          }}
        />
      ))}
      side={
        <>
          <SumCard statement={statement} />
          <Corrections statement={statement} />
        </>
      }
    />
  )
}

/** Whom the statement waits for, and for what. */
function nextOf({ state, due, payBy, objection }: Statement, today: LocalDate) {
  const next = (text: string, late = false) => ({ text, late })
  if (objection !== '' && startsAt(ownerStatementSteps, 'correct', state)) return next(`车主有异议：${objection}`, true)
  if (startsAt(ownerStatementSteps, 'send', state)) return next('核对各车收入和费用后交车主确认')
  if (startsAt(ownerStatementSteps, 'confirm', state)) return next('等车主在链接中确认，或登记签字')
  if (can(ownerStatementSteps, 'pay', state, { dueFen: due }).ok)
    return next(`${dueText(due)}，付款日 ${payBy}`, payBy < today)
  return due < 0 ? next('车主欠款，结转下月') : null
}

function SumCard({ statement }: Of) {
  const { carried, owner, due, payBy, corrections } = statement
  const { confirmedAt, byLink, bookedOn, paidOn, payWay, slipNo, signed, vouchers } = statement
  const facts = [
    ['车辆合计', formatMoney(owner)],
    ['调整', corrections.length === 0 ? '' : formatMoney(correctionSum(corrections))],
    ['上期结转', carried === 0 ? '' : formatMoney(carried)],
    ['付款日', due > 0 ? payBy : ''],
    ['确认', confirmedAt === null ? '' : `${momentText(confirmedAt)} ${byLink ? '车主在线确认' : '车主签字'}`],
    ['记账日', bookedOn ?? ''],
    ['付款', paidOn === null ? '' : [paidOn, payWays.text(payWay!), slipNo].filter(Boolean).join(' ')],
  ] as const
  return (
    <Card pad title="应付" extra={<Money fen={due} size="xl" />}>
      <KeyValue rows={facts.flatMap(([label, value]) => (value === '' ? [] : [{ label, value }]))} />
      <Photos photos={signed} noun="签字" />
      <Photos photos={vouchers} />
    </Card>
  )
}

/** The corrections, which staff change until the statement is sent. */
function Corrections({ statement }: Of) {
  const { statementId, version, state, corrections } = statement
  const remove = useWrite(calls.owner.correctionRemove)
  if (!startsAt(ownerStatementSteps, 'correct', state))
    return corrections.length === 0 ? null : <CorrectionsCard corrections={corrections} />
  async function without(index: number) {
    const { words, fen } = corrections[index]!
    if (!(await confirm({ title: '删除这项调整？', body: `${words} ${formatMoney(fen)}`, danger: true }))) return
    if ((await remove.run({ statementId, version, index })) !== null) feedback.toast('已删除')
  }
  const add = () => void open(loadSheets, 'CorrectionSheet', { statement })
  if (corrections.length === 0) return <None of="调整" add={<CardMore onClick={add}>添加</CardMore>} />
  return <CorrectionsCard corrections={corrections} onAdd={add} onRemove={(index) => void without(index)} />
}

/** The buttons of the next step. */
function Steps({ statement }: Of) {
  const { statementId, ownerId, version, state, due, month } = statement
  const send = useWrite(calls.owner.send)
  const make = useWrite(calls.owner.make)
  const of = { statementId, version }
  async function hand() {
    const body = `${dueText(due)}。交出后金额不再变动，车主可在链接中确认或提出异议`
    if (!(await confirm({ title: '交车主确认？', body, confirm: '交车主确认' }))) return
    if ((await send.run(of)) !== null) await open(agreementSheets, 'OwnerLinkSheet', { ownerId })
  }
  async function again() {
    if ((await make.run({ month, ownerId })) !== null) feedback.toast('已按最新收入和费用重新计算')
  }
  const withdraw = () => void open(loadSheets, 'WithdrawSheet', { statement })
  if (startsAt(ownerStatementSteps, 'send', state))
    return (
      <ActionBar>
        <Button size="l" loading={make.pending} onClick={() => void again()}>
          重新计算
        </Button>
        <MainButton loading={send.pending} onClick={() => void hand()}>
          交车主确认
        </MainButton>
      </ActionBar>
    )
  if (startsAt(ownerStatementSteps, 'confirm', state))
    return (
      <ActionBar>
        <Button size="l" variant="text" onClick={withdraw}>
          撤回
        </Button>
        <Button size="l" onClick={() => void open(agreementSheets, 'OwnerLinkSheet', { ownerId })}>
          发送链接
        </Button>
        <MainButton onClick={() => void open(loadSheets, 'SignSheet', { statement })}>登记签字</MainButton>
      </ActionBar>
    )
  if (startsAt(ownerStatementSteps, 'withdraw', state))
    return (
      <ActionBar>
        <MainButton onClick={withdraw}>撤回重新核对</MainButton>
      </ActionBar>
    )
  if (can(ownerStatementSteps, 'pay', state, { dueFen: due }).ok)
    return (
      <ActionBar>
        <MainButton onClick={() => void open(loadSheets, 'PaySheet', { statement })}>
          登记付款 {formatMoney(due)}
        </MainButton>
      </ActionBar>
    )
  return null
}
