import type { OrderStatus } from '@cheyi/domain/booking/order/codes'
import { formatMoney } from '@cheyi/domain/money'
import { type DepositKind, depositKinds, waiveType } from '@cheyi/domain/money/deposit/codes'
import { isByMachine, machineReleaseFen } from '@cheyi/domain/money/deposit/hold'
import { payMode } from '@cheyi/domain/money/payment/codes'
import type { ReactNode } from 'react'
import { useProfile } from '../../../booking/order/parts/profile.ts'
import { depositDeduct } from '../../../form/calls/deposit-deduct.gen.ts'
import type { Problems } from '../../../form/form-call.ts'
import { Elsewhere } from '../../../form/uploads-field.tsx'
import { faultsOf, useProblems } from '../../../form/use-problems.ts'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { useDraft } from '../../../kernel/draft.ts'
import { useOnceSent } from '../../../kernel/media/once-sent.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useReach } from '../../../kernel/user.ts'
import { confirm } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { useOrderSlot } from '../../../platform/media/parts/other-phone.ts'
import { damageScreens } from '../../../rental/damage/screens.ts'
import { screensOf } from '../../../rental/order/screens.ts'
import { AmountInput } from '../../../ui/field/amount-input.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Field, TextArea, TextInput } from '../../../ui/field/field.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { ActionBar, ActionSummary } from '../../../ui/frame/page-frame.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Button, Card, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { RefreshButton } from '../../../ui/list/pull.tsx'
import { UploadGrid } from '../../../ui/media/upload-grid.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { FeeTotal, KeyValue } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { supplementScreensOf } from '../../supplement/screens.ts'
import { isDeductMode, modeText } from '../parts/deduct-mode.ts'
import { depositNotes, depositStateMark } from '../parts/deposit-words.ts'
import {
  type Charge,
  type DepositDetail,
  type DepositRow,
  type Entry,
  emptyReason,
  keyOf,
  noEntry,
  payingKinds,
  payingRows,
  problemsOf,
  tick,
  tickedOf,
  totalOf,
} from './deduct.ts'

interface DeductFormProps {
  readonly orderId: string
  readonly orderStatus: OrderStatus
  readonly detail: DepositDetail
  /** The reason why the order allows no deduction; null if it does. */
  readonly closed: string | null
  readonly onStale: () => void
  readonly strip: ReactNode
  readonly history: ReactNode
}

/** Errors for amounts that another user changed meanwhile; they are shown beside the total, and the amounts are reloaded. */
const outdated = isRefusedFor('amountWrong', 'beyondDeposit')

/** Deducts ticked charges with reason and proof; a confirmation names the total. */
export function DeductForm({ orderId, orderStatus, detail, closed, onStale, strip, history }: DeductFormProps) {
  const { value: entry, set, clear } = useDraft<Entry>(`deduct:${orderId}`, noEntry)
  const { problems, show, settle, frame } = useProblems()
  const photos = useOrderSlot('deposit', orderId, 'deduct')
  const deduct = useWrite(calls.deposit.deduct, {
    handles: (failure) => outdated(failure) || Object.keys(faultsOf(failure)).length > 0,
    onFailure: answer,
  })

  const rows = payingRows(detail.rows, payingKinds(detail.charges))
  const row = rows.find(({ kind }) => kind === entry.kind) ?? rows[0]
  const available = row?.available ?? 0
  const charges = detail.charges.filter(({ kinds }) => row === undefined || kinds.includes(row.kind))
  const atPlatform = row !== undefined && row.waiveType === waiveType.platformHeld
  const modes = detail.modes.filter(isDeductMode).filter((one) => (one === payMode.platformDeduct) === atPlatform)
  const mode = modes.find((one) => one === entry.mode) ?? modes[0]
  const total = totalOf(charges, entry)
  const reach = useReach()
  const { kind } = useProfile()
  const ways = (
    charges.length > 0
      ? ([['去订单收款', linkTo(reach, screensOf(kind).detail, { orderId })]] as const)
      : ([
          ['登记车损', linkTo(reach, damageScreens.create, { orderId })],
          ['补款', linkTo(reach, supplementScreensOf(kind).supplement, { orderId })],
        ] as const)
  ).flatMap(([label, link]) => (link ? [{ label, onClick: () => link.onClick() }] : []))
  const why = closed ?? emptyReason(row) ?? (charges.length === 0 ? '没有待扣费用' : undefined)

  const byMachine = row !== undefined && isByMachine(row.holds, mode)
  const freed = byMachine ? machineReleaseFen(row.holds, total) : 0
  const left = leftWords(available - total - freed, freed)
  const judge = (given: Entry) => problemsOf({ charges, available, byMachine }, given, photos.tiles)

  function change(next: Entry) {
    set(next)
    settle(judge(next))
  }
  function answer(failure: CallFailure) {
    if (!outdated(failure)) return void show(faultsOf(failure))
    show({ amount: `${failure.message}，金额已刷新，请核对` })
    onStale()
  }
  const once = useOnceSent(photos.sending, JSON.stringify([entry, total, available]), () => submit())
  async function submit() {
    if (!show(judge(entry)) || !row || !mode) return
    if (photos.sending) return once.wait(photos.waiting)
    const lines = tickedOf(charges, entry).map(({ charge, amount }) => ({
      code: charge.code,
      refId: charge.refId ?? undefined,
      amount: amount ?? 0,
    }))
    if (!(await agreed({ name: depositKinds.text(row.kind), total, left, atPlatform }))) return
    const photoIds = photos.ids()
    const reason = entry.reason.trim()
    const slipNo = byMachine ? entry.slipNo?.trim() : undefined
    if (!(await deduct.run({ orderId, kind: row.kind, lines, mode, reason, photoIds, slipNo }))) return
    clear()
    photos.forget()
    feedback.toast(atPlatform ? '已向平台申请，平台答复后更新欠款' : `已扣款 ${formatMoney(total)}`)
  }
  const right = <RefreshButton onRefresh={onStale} />
  if (why !== undefined)
    return (
      <Page right={right}>
        <Stack gap={12}>
          {strip}
          <Empty title={why} action={ways[0]} second={ways[1]} />
          {history}
        </Stack>
      </Page>
    )
  return (
    <Page
      right={right}
      footer={
        <ActionBar>
          <ActionSummary note={row && left}>
            <Money fen={total} size="xl" />
          </ActionSummary>
          <Button
            variant="primary"
            size="l"
            className="deposit-payment-button num"
            loading={deduct.pending || once.waits}
            onClick={() => void submit()}
          >
            {[atPlatform ? '向平台申请扣款' : '扣款', total > 0 && formatMoney(total)].filter(Boolean).join(' ')}
          </Button>
        </ActionBar>
      }
    >
      <Stack ref={frame} gap={12}>
        {strip}
        {row && (
          <DepositCard orderStatus={orderStatus} rows={rows} row={row} onKind={(kind) => change({ ...entry, kind })} />
        )}
        <ChargesCard charges={charges} available={available} entry={entry} problems={problems} onChange={change} />
        <Card pad>
          <Stack gap={12}>
            {modes.length > 1 ? (
              <Field label="扣款方式" group>
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
            {byMachine && (
              <Field label="流水号" error={problems.slipNo} hint="先在POS机做预授权完成；一笔预授权只能完成一次">
                <TextInput
                  placeholder="预授权完成小票上的流水号"
                  value={entry.slipNo ?? ''}
                  onChange={({ target }) => change({ ...entry, slipNo: target.value })}
                />
              </Field>
            )}
            <Field label="扣款原因" error={problems.reason}>
              <TextArea
                rows={2}
                maxLength={depositDeduct.fields.reason?.max?.[0]}
                placeholder="客户会看到这段说明"
                value={entry.reason}
                onChange={(event) => change({ ...entry, reason: event.target.value })}
              />
            </Field>
            <Field label="扣款凭证" group error={problems.photoIds && (judge(entry).photoIds || undefined)}>
              <UploadGrid {...photos.grid} addLabel="添加凭证" />
              <Elsewhere from={photos} />
            </Field>
          </Stack>
        </Card>
        {history}
      </Stack>
    </Page>
  )
}

interface Agreed {
  readonly name: string
  readonly total: number
  readonly left: string
  /** The platform holds the deposit, and decides. */
  readonly atPlatform: boolean
}

/** The deduction moves the customer's money, so the confirmation names the total and the remaining deposit. */
function agreed({ name, total, left, atPlatform }: Agreed): Promise<boolean> {
  if (atPlatform)
    return confirm({
      title: `向平台申请从${name}扣款 ${formatMoney(total)}？`,
      body: '平台确认多少，客户才少欠多少；平台拒绝的部分请另行收取',
      confirm: '提交申请',
      cancel: '再想想',
    })
  return confirm({
    title: `从${name}扣款 ${formatMoney(total)}？`,
    body: `${left}，客户会收到扣款通知`,
    confirm: `扣款 ${formatMoney(total)}`,
    cancel: '再想想',
  })
}

/** The deposit after the deduction. Completing an authorization also releases its rest to the card. */
const leftWords = (left: number, freed: number): string =>
  `${freed > 0 ? `余额 ${formatMoney(freed)} 随即解冻，` : ''}扣后可用 ${formatMoney(left)}`

interface DepositCardProps {
  readonly orderStatus: OrderStatus
  readonly rows: readonly DepositRow[]
  /** The deposit that pays. */
  readonly row: DepositRow
  readonly onKind: (kind: DepositKind) => void
}

/** Held, deducted and remaining amount of the paying deposit; a choice is shown only if several may pay. */
function DepositCard({ orderStatus, rows, row, onKind }: DepositCardProps) {
  const now = useNow()
  const mark = depositStateMark(row, orderStatus)
  const sums = [
    ['可用', row.available],
    ['持有', row.held],
    ['已扣', row.captured],
  ] as const
  // The deducted amount is already shown above.
  const note = depositNotes({ ...row, captured: 0, platformTaken: 0 }, now).join(' · ')
  return (
    <Card pad title={depositKinds.text(row.kind)} extra={<Tag tone={mark.tone}>{mark.text}</Tag>}>
      {rows.length > 1 && (
        <Segmented
          label="扣自"
          className="deposit-payment-kinds"
          options={rows.map(({ kind }) => ({ value: kind, label: depositKinds.text(kind) }))}
          value={row.kind}
          onChange={onKind}
        />
      )}
      <dl className="deposit-payment-sums num">
        {sums.map(([word, fen], index) => (
          <div key={word}>
            <dt className="note">{word}</dt>
            <dd>
              <Money fen={fen} size={index === 0 ? 'l' : 'm'} />
            </dd>
          </div>
        ))}
      </dl>
      {note && (
        <Note num top={8}>
          {note}
        </Note>
      )}
    </Card>
  )
}

interface ChargesCardProps {
  readonly charges: readonly Charge[]
  readonly available: number
  readonly entry: Entry
  readonly problems: Problems
  readonly onChange: (next: Entry) => void
}

/** Open charges of the customer: tick a charge to deduct all or a part of it. */
function ChargesCard({ charges, available, entry, problems, onChange }: ChargesCardProps) {
  const set = (key: string, amount: number | null) =>
    onChange({ ...entry, amounts: { ...entry.amounts, [key]: amount } })
  return (
    <Card pad title="扣款项目" extra="只能扣已产生的待收费用" data-field-error={problems.amount ? true : undefined}>
      {charges.map((charge) => {
        const key = keyOf(charge)
        const amount = entry.amounts[key]
        return (
          <Row
            key={key}
            gap={[8, 12]}
            pad={[8, 0]}
            justify="between"
            wrap
            className="lined deposit-payment-charge"
            data-field-error={problems[`lines.${key}`] ? true : undefined}
          >
            <Checkbox checked={amount !== undefined} onChange={() => onChange(tick(entry, charges, charge, available))}>
              {charge.name}
              <small className="block num">待收 {formatMoney(charge.owed)}</small>
            </Checkbox>
            {amount !== undefined && (
              <Field
                label={<span className="visually-hidden">{charge.name}扣款金额</span>}
                error={problems[`lines.${key}`]}
              >
                <AmountInput value={amount} onChange={(fen) => set(key, fen)} />
              </Field>
            )}
          </Row>
        )
      })}
      <FeeTotal label="本次扣款" fen={totalOf(charges, entry)} />
      {problems.amount && (
        <Text as="p" ink="danger" size="s" top={4} role="alert">
          {problems.amount}
        </Text>
      )}
    </Card>
  )
}
