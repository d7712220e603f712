import '../../order/parts/order-sheet.css'
import { depositKind, depositKinds } from '@cheyi/domain/deposit/codes'
import { formatMoney } from '@cheyi/domain/money'
import { formatMoment } from '@cheyi/domain/near'
import { type ReactNode, useRef, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import type { CallFailure } from '../../kernel/failure.ts'
import { feedback } from '../../kernel/feedback.ts'
import { useNow } from '../../kernel/now.ts'
import { refusedAs } from '../../kernel/refused.ts'
import { useUploads } from '../../kernel/uploads.ts'
import type { OrderSheetProps } from '../../order/parts/use-act.tsx'
import { useDetail } from '../../order/parts/use-detail.ts'
import { Button } from '../../ui/button.tsx'
import { ChipRadios } from '../../ui/chips.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { LoadError } from '../../ui/empty.tsx'
import { Field, showFirstError } from '../../ui/field.tsx'
import { AmountInput } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { UploadGrid } from '../../ui/upload-grid.tsx'
import { type DepositRow, mayRelease, onItsWay } from './deposit-words.ts'

const SLOT = 'release'

/** Gives a deposit back, whole or in part, or says that one that was asked back has gone. */
export default function ReleaseSheet({ orderId, open, onClose }: OrderSheetProps) {
  const order = useDetail(orderId)
  const rows = order.data?.deposits.filter((one) => onItsWay(one) > 0 || mayRelease(one))
  const [kind, setKind] = useState<DepositRow['kind']>()
  const row = rows?.find((one) => one.kind === kind) ?? rows?.[0]
  if (row) {
    const choice = rows && rows.length > 1 && (
      <ChipRadios
        look="wrap"
        label="押金类型"
        options={rows.map((one) => ({ value: one.kind, label: depositKinds.text(one.kind) }))}
        value={row.kind}
        onChange={setKind}
      />
    )
    const Form = onItsWay(row) > 0 ? Proof : Release
    return <Form key={row.depositId} orderId={orderId} row={row} choice={choice} open={open} onClose={onClose} />
  }
  return (
    <Sheet open={open} onClose={onClose} title="退还押金">
      {rows ? (
        <Notice>没有可退还的押金</Notice>
      ) : order.error ? (
        <LoadError inline onRetry={() => void order.refetch()} />
      ) : (
        <Skeleton cards={1} shape="rows" />
      )}
    </Sheet>
  )
}

interface FormProps extends OrderSheetProps {
  readonly row: DepositRow
  /** Which deposit, when there are two. */
  readonly choice: ReactNode
}

const answered = refusedAs('releaseTooEarly', 'beyondRefundable')

interface Problems {
  readonly amount?: string
  readonly early?: string
  readonly vouchers?: string
}

function Release({ orderId, row, choice, open, onClose }: FormProps) {
  const now = useNow()
  const [typed, setTyped] = useState<number | null>()
  const [early, setEarly] = useState(false)
  const [tooEarly, setTooEarly] = useState(row.dueReleaseAt !== null && row.dueReleaseAt > now)
  const [problems, setProblems] = useState<Problems>({})
  const form = useRef<HTMLDivElement>(null)
  const vouchers = useVouchers(orderId)
  const release = useWrite(calls.deposit.release, {
    handles: (failure) => answered(failure) || failure.field === 'voucherIds',
    onFailure: answer,
  })
  const amount = typed === undefined ? row.available : typed
  // Nobody else looks for violations: whoever gives the deposit back on its day says that there are none.
  const checked = row.kind === depositKind.violation && row.dueReleaseAt !== null && !tooEarly

  /** The server's reasons stand beside what they are about. */
  function answer(failure: CallFailure) {
    if (refusedAs('releaseTooEarly')(failure)) {
      setTooEarly(true)
      setProblems({ early: failure.message })
    }
    if (refusedAs('beyondRefundable')(failure)) setProblems({ amount: failure.message })
    if (failure.field === 'voucherIds') setProblems({ vouchers: failure.message })
  }
  function problemsOf(): Problems {
    return {
      amount: !amount
        ? '请填写退还金额'
        : amount > row.available
          ? `退还金额不能超过${formatMoney(row.available)}`
          : undefined,
      early: tooEarly && !early ? '请确认提前退还' : undefined,
      vouchers: vouchers.waiting,
    }
  }
  async function submit() {
    const wrong = problemsOf()
    setProblems(wrong)
    if (Object.values(wrong).some(Boolean) || !amount)
      return requestAnimationFrame(() => form.current && showFirstError(form.current))
    const asked = { orderId, kind: row.kind, early: tooEarly || undefined, voucherIds: vouchers.ids() }
    // Left out, the amount is all that is left when the server looks.
    if (!(await release.run(amount === row.available ? asked : { ...asked, amount }))) return
    vouchers.forget()
    feedback.toast('押金已退还')
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="退还押金"
      footer={
        <Button variant="primary" size="l" block loading={release.pending} onClick={submit}>
          {checked ? '已查无违章，退还' : '退还'}
          {amount ? ` ${formatMoney(amount)}` : ''}
        </Button>
      }
    >
      <div ref={form} className="order-sheet">
        {choice}
        {checked && <Notice>已到违章押金退还时间，请先查询租期内有无违章</Notice>}
        <Field
          label={`${depositKinds.text(row.kind)}退还金额`}
          layout="stack"
          error={problems.amount}
          hint={`可退 ${formatMoney(row.available)}`}
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
        <Field label="退款凭证" layout="stack" optional group error={problems.vouchers}>
          {vouchers.grid}
        </Field>
      </div>
    </Sheet>
  )
}

/** A deposit taken by hand that was asked back, by the return or by somebody: the proof that the money went is missing. */
function Proof({ orderId, row, choice, open, onClose }: FormProps) {
  const amount = formatMoney(onItsWay(row))
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLDivElement>(null)
  const vouchers = useVouchers(orderId)
  const release = useWrite(calls.deposit.release)

  async function submit() {
    const wrong = vouchers.count === 0 ? '请上传退款凭证' : vouchers.waiting
    setProblem(wrong)
    if (wrong) return requestAnimationFrame(() => form.current && showFirstError(form.current))
    if (!(await release.run({ orderId, kind: row.kind, voucherIds: vouchers.ids() }))) return
    vouchers.forget()
    feedback.toast('押金已退还')
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="退还押金"
      footer={
        <Button variant="primary" size="l" block loading={release.pending} onClick={submit}>
          确认已退 {amount}
        </Button>
      }
    >
      <div ref={form} className="order-sheet">
        {choice}
        <Notice tone="primary">
          {depositKinds.text(row.kind)} {amount} 待线下退给客户，退款后上传凭证
        </Notice>
        <Field
          label="退款凭证"
          layout="stack"
          group
          error={vouchers.count === 0 || vouchers.waiting ? problem : undefined}
        >
          {vouchers.grid}
        </Field>
      </div>
    </Sheet>
  )
}

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
