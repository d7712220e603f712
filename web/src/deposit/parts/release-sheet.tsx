import '../../order/parts/order-sheet.css'
import { depositKind, depositKinds } from '@cheyi/domain/deposit/codes'
import { formatMoney } from '@cheyi/domain/money'
import { formatMoment } from '@cheyi/domain/near'
import { profileOf } from '@cheyi/domain/order/kinds'
import { orderSteps } from '@cheyi/domain/order/steps'
import { can } from '@cheyi/domain/step'
import { type ReactNode, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import type { CallFailure } from '../../kernel/failure.ts'
import { feedback } from '../../kernel/feedback.ts'
import { useNow } from '../../kernel/now.ts'
import { refusedAs } from '../../kernel/refused.ts'
import { useUploads } from '../../kernel/uploads.ts'
import { linkTo } from '../../order/parts/links.ts'
import type { OrderDetail } from '../../order/parts/order-words.ts'
import { ReasonSheet } from '../../order/parts/reason-sheet.tsx'
import { useDetail } from '../../order/parts/use-detail.ts'
import { useReach } from '../../order/parts/use-reach.ts'
import { Answer } from '../../page/answer.tsx'
import type { Asks } from '../../page/open.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ChipRadios } from '../../ui/chips.tsx'
import { Field, useFirstError } from '../../ui/field.tsx'
import { AmountInput } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { UploadGrid } from '../../ui/upload-grid.tsx'
import { type DepositRow, onItsWay, releasable, releaseJobs } from './deposit-words.ts'

const SLOT = 'release'
const TITLE = '退还押金'

/** Gives a deposit back, whole or in part, or says that one that was asked back has gone. */
export default function ReleaseSheet({ orderId, answer }: { readonly orderId: string } & Asks<boolean>) {
  const detail = useDetail(orderId)
  const order = detail.data
  const jobs = order && releaseJobs(order)
  const [chosen, choose] = useState<string>()
  const job = jobs?.find(({ key }) => key === chosen) ?? jobs?.[0]
  if (order && jobs && job) {
    const choice = jobs.length > 1 && (
      <ChipRadios
        look="wrap"
        label="押金类型"
        options={jobs.map(({ key, label }) => ({ value: key, label }))}
        value={job.key}
        onChange={choose}
      />
    )
    const Form = forms[job.what]
    return <Form key={job.key} order={order} row={job.row} choice={choice} answer={answer} />
  }
  return (
    <OpenedSheet title={TITLE}>
      <Answer of={detail}>{() => <Notice>没有可退还的押金</Notice>}</Answer>
    </OpenedSheet>
  )
}

interface FormProps extends Asks<boolean> {
  readonly order: OrderDetail
  readonly row: DepositRow
  /** Which deposit, when there are two. */
  readonly choice: ReactNode
}

interface FrameProps {
  readonly form: FormProps
  /** Text of the button. */
  readonly label: string
  readonly pending: boolean
  readonly vouchers: ReturnType<typeof useVouchers>
  readonly voucherProblem: string | undefined
  /** Goes without a picture of the transfer too. */
  readonly optional?: boolean
  /** A part is on its way already: the picture is of all that waits, and comes later. */
  readonly unproven?: boolean
  /** Says beside the fields what is wrong; true when it may be sent. */
  readonly check: () => boolean
  readonly send: () => Promise<{ readonly deposit: Parameters<typeof onItsWay>[0] } | null>
  readonly children: ReactNode
}

/** The sheet around both forms: pictures of the transfer below, and the button that sends what was checked. */
function Frame(props: FrameProps) {
  const { form, label, pending, vouchers, voucherProblem, optional, unproven, check, send, children } = props
  const { choice, answer } = form
  const { frame, showFirst } = useFirstError()
  async function submit() {
    if (!check()) return showFirst()
    const sent = await send()
    if (!sent) return
    vouchers.forget()
    feedback.toast(onItsWay(sent.deposit) > 0 ? '已发起退还，退款后上传凭证' : '押金已退还')
    answer(true)
  }
  return (
    <OpenedSheet
      title={TITLE}
      footer={
        <Button variant="primary" size="l" block loading={pending} onClick={submit}>
          {label}
        </Button>
      }
    >
      <div ref={frame} className="order-sheet">
        {choice}
        {children}
        {unproven ? (
          <Notice>已有一笔退还待上传凭证，退款后一并上传</Notice>
        ) : (
          <Field label="退款凭证" layout="stack" group optional={optional} error={voucherProblem}>
            {vouchers.grid}
          </Field>
        )}
      </div>
    </OpenedSheet>
  )
}

const answered = refusedAs('releaseTooEarly', 'beyondRefundable')

interface Problems {
  readonly amount?: string
  readonly early?: string
  readonly vouchers?: string
}

function Release(form: FormProps) {
  const { order, row } = form
  const { orderId } = order
  const now = useNow()
  const most = releasable(order, row)
  const [typed, setTyped] = useState<number | null>()
  const [early, setEarly] = useState(false)
  const [tooEarly, setTooEarly] = useState(row.dueReleaseAt !== null && row.dueReleaseAt > now)
  const [problems, setProblems] = useState<Problems>({})
  const vouchers = useVouchers(orderId)
  const release = useWrite(calls.deposit.release, {
    handles: (failure) => answered(failure) || failure.field === 'voucherIds',
    onFailure: explain,
  })
  const amount = typed === undefined ? most : typed
  // Nobody else looks for violations: whoever gives the deposit back on its day says that there are none.
  const checked = row.kind === depositKind.violation && row.dueReleaseAt !== null && !tooEarly

  /** The server's reasons stand beside what they are about. */
  function explain(failure: CallFailure) {
    if (refusedAs('releaseTooEarly')(failure)) {
      setTooEarly(true)
      setProblems({ early: failure.message })
    }
    if (refusedAs('beyondRefundable')(failure)) setProblems({ amount: failure.message })
    if (failure.field === 'voucherIds') setProblems({ vouchers: failure.message })
  }
  function check(): boolean {
    const wrong: Problems = {
      amount: !amount ? '请填写退还金额' : amount > most ? `退还金额不能超过${formatMoney(most)}` : undefined,
      early: tooEarly && !early ? '请确认提前退还' : undefined,
      vouchers: vouchers.waiting,
    }
    setProblems(wrong)
    return !Object.values(wrong).some(Boolean)
  }
  return (
    <Frame
      form={form}
      label={`${checked ? '已查无违章，退还' : '退还'}${amount ? ` ${formatMoney(amount)}` : ''}`}
      pending={release.pending}
      vouchers={vouchers}
      voucherProblem={problems.vouchers}
      optional
      unproven={onItsWay(row) > 0}
      check={check}
      send={() =>
        release.run({
          orderId,
          kind: row.kind,
          early: tooEarly || undefined,
          voucherIds: vouchers.ids(),
          // Left out, the amount is all that is left when the server looks.
          amount: amount === most ? undefined : (amount ?? undefined),
        })
      }
    >
      {checked && <Notice>已到违章押金退还时间，请先查询租期内有无违章</Notice>}
      <Field
        label={`${depositKinds.text(row.kind)}退还金额`}
        layout="stack"
        error={problems.amount}
        hint={`可退 ${formatMoney(most)}${most < row.available ? `，其余抵订单欠款 ${formatMoney(order.fees.owed)}` : ''}`}
      >
        <AmountInput look="box" value={amount} onChange={setTyped} />
      </Field>
      {tooEarly && (
        <Field label="提前退还" layout="stack" group error={early ? undefined : problems.early}>
          <Checkbox checked={early} onChange={(event) => setEarly(event.target.checked)}>
            {row.dueReleaseAt === null
              ? '未到退还时间，确认提前退还'
              : `${formatMoment(row.dueReleaseAt, now)} 才到退还时间，期间的违章将无押金可扣，确认提前退还`}
          </Checkbox>
        </Field>
      )}
    </Frame>
  )
}

/** A deposit taken by hand that was asked back, by the return or by somebody: the proof that the money went is missing. */
function Proof(form: FormProps) {
  const { order, row } = form
  const { orderId } = order
  const amount = formatMoney(onItsWay(row))
  const [problem, setProblem] = useState<string>()
  const vouchers = useVouchers(orderId)
  const release = useWrite(calls.deposit.release)
  const [withdrawing, setWithdrawing] = useState(false)
  if (withdrawing) return <Withdraw {...form} onBack={() => setWithdrawing(false)} />
  // A cancelled order has nothing to keep a deposit for.
  const mayWithdraw = can(orderSteps, 'withdrawRelease', order.status).ok
  function check(): boolean {
    const wrong = vouchers.count === 0 ? '请上传退款凭证' : vouchers.waiting
    setProblem(wrong)
    return wrong === undefined
  }
  return (
    <Frame
      form={form}
      label={`确认已退 ${amount}`}
      pending={release.pending}
      vouchers={vouchers}
      voucherProblem={vouchers.count === 0 || vouchers.waiting ? problem : undefined}
      check={check}
      send={() => release.run({ orderId, kind: row.kind, voucherIds: vouchers.ids() })}
    >
      <Notice
        tone="primary"
        action={mayWithdraw ? { label: '撤回退押', onClick: () => setWithdrawing(true) } : undefined}
      >
        {depositKinds.text(row.kind)} {amount} 待线下退给客户，退款后上传凭证
      </Notice>
    </Frame>
  )
}

/** The money has not left and is needed after all: it stays in hand, for a deduction or a later release. */
function Withdraw({ row, answer, onBack }: FormProps & { readonly onBack: () => void }) {
  const withdraw = useWrite(calls.deposit.withdraw)
  async function send(reason: string) {
    if (!(await withdraw.run({ depositId: row.depositId, reason }))) return
    feedback.toast('已撤回退押，押金仍在押')
    answer(true)
  }
  return (
    <ReasonSheet
      title="撤回退押"
      label="撤回原因"
      usual={['发现车损', '有违章待处理', '仍有欠款', '退款信息有误']}
      button={{ variant: 'primary', loading: withdraw.pending, children: `撤回 ${formatMoney(onItsWay(row))}` }}
      second={
        <Button size="l" onClick={onBack}>
          再想想
        </Button>
      }
      onSend={(reason) => void send(reason)}
    >
      <Notice>款项确未退出才能撤回；撤回后押金不再自动退还，可扣款或重新退还</Notice>
    </ReasonSheet>
  )
}

/** All of it answers for what the order still owes: that is settled first. */
function Kept({ order, row, choice }: FormProps) {
  const { orderId, orderKind, fees, deposits } = order
  const page = linkTo(useReach(), `${profileOf(orderKind).base}/payment`, { orderId })
  const deduct = deposits.some((one) => one.kind === depositKind.rental && one.available > 0) ? page : undefined
  return (
    <OpenedSheet title={TITLE}>
      <div className="order-sheet">
        {choice}
        <Notice action={deduct && { label: '扣押金', onClick: () => deduct.onClick() }}>
          订单还欠 {formatMoney(fees.owed)}，{deduct ? '从租车押金扣除或收款' : '收款'}后才能退还
          {depositKinds.text(row.kind)}
        </Notice>
      </div>
    </OpenedSheet>
  )
}

const forms = { proof: Proof, release: Release, kept: Kept }

/** Pictures of the transfer. */
function useVouchers(orderId: string) {
  const uploads = useUploads('voucher', orderId)
  const tiles = uploads.tiles.filter(({ slot }) => slot === SLOT)
  return {
    count: tiles.length,
    /** Why they cannot be sent yet. */
    waiting: tiles.some(({ status }) => status !== 'done') ? '凭证还在上传，请稍候' : undefined,
    ids: () => [...uploads.mediaIds(SLOT)],
    forget() {
      for (const { id } of tiles) uploads.remove(id)
    },
    grid: (
      <UploadGrid
        items={tiles}
        addLabel="添加凭证"
        onAdd={() => void uploads.pick({ slot: SLOT, source: 'both' })}
        onRetry={uploads.retry}
        onRemove={uploads.remove}
      />
    ),
  }
}
