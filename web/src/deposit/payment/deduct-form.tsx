import { type DepositKind, depositKinds } from '@cheyi/domain/deposit/codes'
import { formatMoney } from '@cheyi/domain/money'
import { type ReactNode, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { useDraft } from '../../kernel/draft.ts'
import type { CallFailure } from '../../kernel/failure.ts'
import { feedback } from '../../kernel/feedback.ts'
import { refusedAs } from '../../kernel/refused.ts'
import { useUploads } from '../../kernel/uploads.ts'
import { confirm } from '../../page/confirm.ts'
import { Page } from '../../page/frame.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field, useFirstError } from '../../ui/field.tsx'
import { TextArea } from '../../ui/input.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ActionBar, ActionSummary } from '../../ui/page-frame.tsx'
import { RefreshButton } from '../../ui/pull.tsx'
import { KeyValue } from '../../ui/rows.tsx'
import { Segmented } from '../../ui/tabs.tsx'
import { UploadGrid } from '../../ui/upload-grid.tsx'
import { ChargesCard } from './charges-card.tsx'
import {
  type DepositDetail,
  type Entry,
  emptyReason,
  hasProblems,
  isDeductMode,
  modeText,
  noEntry,
  noProblems,
  type Problems,
  payingRows,
  problemsOf,
  tickedOf,
  totalOf,
} from './deduct.ts'
import { DepositCard } from './deposit-card.tsx'

const SLOT = 'deduct'

interface DeductFormProps {
  readonly orderId: string
  readonly detail: DepositDetail
  /** Deposits that may pay, the usual one first. */
  readonly kinds: readonly DepositKind[]
  /** Why the order allows no deduction; null when it does. */
  readonly closed: string | null
  /** The amounts shown are no longer true. */
  readonly onStale: () => void
  readonly strip: ReactNode
  readonly history: ReactNode
}

/** Sums that somebody else changed meanwhile: said beside the total, with fresh ones fetched. */
const outdated = refusedAs('amountWrong', 'beyondDeposit')

/** Charges to tick, why, with which proof; then one question that names the sum. */
export function DeductForm({ orderId, detail, kinds, closed, onStale, strip, history }: DeductFormProps) {
  const { value: entry, set, clear } = useDraft<Entry>(`deduct:${orderId}`, noEntry)
  const [problems, setProblems] = useState<Problems>(noProblems)
  const { frame, showFirst } = useFirstError()
  const uploads = useUploads('deposit', orderId)
  const tiles = uploads.tiles.filter(({ slot }) => slot === SLOT)
  const deduct = useWrite(calls.deposit.deduct, {
    handles: (failure) => outdated(failure) || failure.field === 'photoIds' || failure.field === 'reason',
    onFailure: answer,
  })

  const rows = payingRows(detail.rows, kinds)
  const row = rows.find(({ kind }) => kind === entry.kind) ?? rows[0]
  const available = row?.available ?? 0
  const { charges } = detail
  const modes = detail.modes.filter(isDeductMode)
  const mode = modes.find((one) => one === entry.mode) ?? modes[0]
  const total = totalOf(charges, entry)
  const why = closed ?? emptyReason(row) ?? (charges.length === 0 ? '没有待扣费用' : undefined)

  function change(next: Entry) {
    set(next)
    // A message goes as soon as its cause does; new ones wait for the next try.
    if (hasProblems(problems)) setProblems(still(problems, problemsOf({ charges, available }, next, tiles)))
  }
  function answer(failure: CallFailure) {
    if (outdated(failure)) {
      show({ ...noProblems, amount: `${failure.message}，金额已刷新，请核对` })
      onStale()
    }
    if (failure.field === 'photoIds') show({ ...noProblems, photos: failure.message })
    if (failure.field === 'reason') show({ ...noProblems, reason: failure.message })
  }
  function show(found: Problems) {
    setProblems(found)
    showFirst()
  }
  async function submit() {
    const found = problemsOf({ charges, available }, entry, tiles)
    if (!row || !mode || hasProblems(found)) return show(found)
    const lines = tickedOf(charges, entry).map(({ charge, amount }) => ({
      code: charge.code,
      refId: charge.refId ?? undefined,
      amount: amount ?? 0,
    }))
    if (!(await agreed(depositKinds.text(row.kind), total, available - total))) return
    const photoIds = [...uploads.mediaIds(SLOT)]
    const reason = entry.reason.trim()
    if (!(await deduct.run({ orderId, kind: row.kind, lines, mode, reason, photoIds }))) return
    clear()
    setProblems(noProblems)
    for (const { id } of tiles) uploads.remove(id)
    feedback.toast(`已扣款 ${formatMoney(total)}`)
  }
  return (
    <Page
      right={<RefreshButton onRefresh={onStale} />}
      footer={
        <ActionBar>
          <ActionSummary note={row && `扣后可用 ${formatMoney(available - total)}`}>
            <Money fen={total} size="xl" />
          </ActionSummary>
          <Button
            variant="primary"
            size="l"
            className="deposit-payment-button num"
            reason={why}
            loading={deduct.pending}
            onClick={() => void submit()}
          >
            {total > 0 ? `扣款 ${formatMoney(total)}` : '扣款'}
          </Button>
        </ActionBar>
      }
    >
      <div ref={frame} className="deposit-payment">
        {strip}
        {why && charges.length > 0 && <Notice>{why}</Notice>}
        {row && <DepositCard rows={rows} row={row} onKind={(kind) => change({ ...entry, kind })} />}
        <ChargesCard
          charges={charges}
          available={available}
          entry={entry}
          problems={problems}
          closed={why !== undefined}
          onChange={change}
        />
        {why === undefined && (
          <Card pad className="deposit-payment-fields">
            {modes.length > 1 ? (
              <Field label="扣款方式" layout="stack" group>
                <Segmented
                  label="扣款方式"
                  options={modes.map((value) => ({ value, label: modeText(value) }))}
                  value={mode}
                  onChange={(chosen) => change({ ...entry, mode: chosen })}
                />
              </Field>
            ) : (
              mode && <KeyValue rows={[{ label: '扣款方式', value: modeText(mode) }]} />
            )}
            <Field label="扣款原因" layout="stack" error={problems.reason}>
              <TextArea
                rows={2}
                maxLength={200}
                placeholder="客户会看到这段说明"
                value={entry.reason}
                onChange={(event) => change({ ...entry, reason: event.target.value })}
              />
            </Field>
            <Field
              label="扣款凭证"
              layout="stack"
              group
              error={problems.photos && problemsOf({ charges, available }, entry, tiles).photos}
            >
              <UploadGrid
                items={tiles}
                addLabel="添加凭证"
                onAdd={() => void uploads.pick({ slot: SLOT, source: 'both' })}
                onRetry={uploads.retry}
                onRemove={uploads.remove}
              />
            </Field>
          </Card>
        )}
        {history}
      </div>
    </Page>
  )
}

/** Of the messages shown, those that still hold. */
const still = (shown: Problems, found: Problems): Problems => ({
  amount: shown.amount && found.amount,
  lines: Object.fromEntries(Object.entries(found.lines).filter(([key]) => key in shown.lines)),
  reason: shown.reason && found.reason,
  photos: shown.photos && found.photos,
})

/** Money of the customer's moves: the question names the sum and what is left. */
function agreed(name: string, total: number, left: number): Promise<boolean> {
  return confirm({
    title: `从${name}扣款 ${formatMoney(total)}？`,
    body: `扣后可用 ${formatMoney(left)}，客户会收到扣款通知`,
    confirm: `扣款 ${formatMoney(total)}`,
    cancel: '再想想',
  })
}
