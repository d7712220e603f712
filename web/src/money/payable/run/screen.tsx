import { formatMoney } from '@cheyi/domain/money'
import { payeeKinds, runStates } from '@cheyi/domain/money/payable/codes'
import { runSteps } from '@cheyi/domain/money/payable/run'
import { startsAt } from '@cheyi/domain/step'
import { ask, calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { linkTo, useMayWhole, useReach } from '../../../kernel/user.ts'
import { DetailPage } from '../../../page/detail.tsx'
import { choose, confirm, open } from '../../../page/open.ts'
import { page, useAnswers } from '../../../page/page.tsx'
import { useExport } from '../../../platform/job/parts/use-export.ts'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Button, Card, Cell, MainButton, Note, Notice } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { type Run, runTones } from '../parts/payable-words.ts'
import { payableScreens } from '../screens.ts'

const sheets = () => import('../parts/run-sheets.tsx')

/** A payment run with a transfer for each payee. */
export default page(
  payableScreens.run,
  ({ runId }) => {
    const [run] = useAnswers(ask(calls.payable.run, { runId }))
    const { runNo, state, amount, bills, payees } = run
    return (
      <DetailPage
        state={{ text: runStates.text(state), mark: runTones[state] }}
        subject={runNo}
        next={nextOf(run)}
        note={`${bills} 张账单，${payees.length} 个收款方，共 ${formatMoney(amount)}`}
        acts={<Acts run={run} />}
        thing={payees.map((payee) => <PayeeCard key={payee.payeeId} payee={payee} />)}
        side={<SumCard run={run} />}
      />
    )
  },
  { cards: 3, shape: 'detail' },
)

interface Of {
  readonly run: Run
}

/** Banks take either. */
const formats = [
  { key: 'xlsx', label: 'Excel 文件' },
  { key: 'csv', label: 'CSV 文件' },
]

/** Whom the run waits for. */
function nextOf({ state, mayApprove, decideNote }: Run) {
  const next = (text: string, late = false) => ({ text, late })
  if (startsAt(runSteps, 'submit', state))
    return decideNote === '' ? next('核对收款账户后提交审批') : next(`未同意：${decideNote}`, true)
  if (startsAt(runSteps, 'approve', state))
    return next(mayApprove ? '请核对收款方、账户和金额后审批' : '等另一名有权限的同事审批')
  if (startsAt(runSteps, 'pay', state)) return next('下载文件在网银批量付款，完成后登记已付款')
  return null
}

function PayeeCard({ payee }: { readonly payee: Run['payees'][number] }) {
  const reach = useReach()
  const { name, kind, holder, bank, accountNo, accountAt, changed, amount, purpose, bills } = payee
  const facts = [
    ['户名', holder],
    ['账号', accountNo || '未填写'],
    ['开户行', bank],
    ['账户修改', accountAt === null ? '' : momentText(accountAt)],
    ['用途', purpose],
  ] as const
  return (
    <Card title={`${name} ${payeeKinds.text(kind)}`} extra={<Money fen={amount} />}>
      {changed && <Notice>收款账户在提交审批后有变动，请撤销批次后重新提交</Notice>}
      <Card pad>
        <KeyValue rows={facts.flatMap(([label, value]) => (value === '' ? [] : [{ label, value }]))} />
      </Card>
      {bills.map(({ billId, billNo, what, dueOn, amount: fen }) => (
        <Cell
          key={billId}
          label={what}
          note={[billNo, `${dueOn} 到期`].filter(Boolean).join(' · ')}
          extra={<Money fen={fen} />}
          {...linkTo(reach, payableScreens.bill, { billId })}
        />
      ))}
    </Card>
  )
}

function SumCard({ run }: Of) {
  const { amount, note, createdAt, createdByName, submittedAt, submittedByName, decidedAt, decidedByName } = run
  const { decideNote, paidOn, slipNo } = run
  const by = (at: number | null, name: string | null) =>
    at === null ? '' : [momentText(at), name].filter(Boolean).join(' ')
  const facts = [
    ['备注', note],
    ['建立', by(createdAt, createdByName)],
    ['提交', by(submittedAt, submittedByName)],
    ['审批', by(decidedAt, decidedByName)],
    ['意见', decideNote],
    ['付款', [paidOn, slipNo].filter(Boolean).join(' ')],
  ] as const
  return (
    <Card pad title="付款合计" extra={<Money fen={amount} size="xl" />}>
      <KeyValue rows={facts.flatMap(([label, value]) => (value === '' ? [] : [{ label, value }]))} />
      <Note top={8}>付款文件每个收款方一行；登记已付款后，每张账单入账，并与银行流水匹配。</Note>
    </Card>
  )
}

function Acts({ run }: Of) {
  const { runId, version, state, amount } = run
  const may = useMayWhole('finance.reconcile')
  const submitting = useWrite(calls.payable.runSubmit)
  const deciding = useWrite(calls.payable.runDecide)
  const file = useExport(calls.payable.runFile, '下载付款文件')
  async function download() {
    const format = await choose('付款文件格式', formats)
    if (format !== undefined) await file.run({ runId, format: format as 'xlsx' | 'csv' })
  }
  if (!may || !startsAt(runSteps, 'cancel', state))
    return may && startsAt(runSteps, 'makeFile', state) ? (
      <ActionBar>
        <Button size="l" loading={file.pending} onClick={() => void download()}>
          下载付款文件
        </Button>
      </ActionBar>
    ) : null
  async function submit() {
    if ((await submitting.run({ runId, version })) !== null) feedback.toast('已提交，等另一名同事审批')
  }
  async function approve() {
    const body = `共 ${formatMoney(amount)}。同意后收款账户和金额不再变动`
    if (!(await confirm({ title: '同意付款？', body, confirm: '同意付款' }))) return
    if ((await deciding.run({ runId, version, pass: true })) !== null) feedback.toast('已同意，可下载付款文件')
  }
  const cancel = (
    <Button size="l" variant="text" onClick={() => void open(sheets, 'DropSheet', { run })}>
      撤销
    </Button>
  )
  if (startsAt(runSteps, 'submit', state))
    return (
      <ActionBar>
        {cancel}
        <MainButton loading={submitting.pending} onClick={() => void submit()}>
          提交审批
        </MainButton>
      </ActionBar>
    )
  if (startsAt(runSteps, 'approve', state))
    return (
      <ActionBar>
        {cancel}
        <Button size="l" onClick={() => void open(sheets, 'RefuseSheet', { run })}>
          不同意
        </Button>
        <MainButton loading={deciding.pending} onClick={() => void approve()}>
          同意付款
        </MainButton>
      </ActionBar>
    )
  return (
    <ActionBar>
      {cancel}
      <Button size="l" loading={file.pending} onClick={() => void download()}>
        下载付款文件
      </Button>
      <MainButton onClick={() => void open(sheets, 'PaidSheet', { run })}>登记已付款</MainButton>
    </ActionBar>
  )
}
