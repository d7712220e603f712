import { formatMoney } from '@cheyi/domain/money'
import { depositKind } from '@cheyi/domain/money/deposit/codes'
import { expenseSettle } from '@cheyi/domain/money/expense/codes'
import { payWays } from '@cheyi/domain/money/payment/codes'
import { formatDay } from '@cheyi/domain/near'
import type { ComponentProps } from 'react'
import type { Problems } from '../../../form/form-call.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { useUser } from '../../../kernel/user.ts'
import { RefundTaskFields } from '../../../platform/todo/parts/refund-task-fields.tsx'
import { readerOf, taskWords } from '../../../platform/todo/parts/refund-task-words.ts'
import { AmountInput } from '../../../ui/field/amount-input.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Field, TextInput } from '../../../ui/field/field.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Card, Note, Stack, Well } from '../../../ui/layout.tsx'
import { UploadGrid } from '../../../ui/media/upload-grid.tsx'
import { FeeTotal, KeyValue, type KeyValueRow } from '../../../ui/show/rows.tsx'
import type { StepProps } from '../parts/flow.ts'
import { PayFields } from '../parts/money/pay-fields.tsx'
import { balanceLabel, giveBackWords, settlementLines, violationsNote } from '../parts/money/settlement-words.ts'
import type { ByMachine, Paying } from '../parts/money/use-paying.ts'
import type { Settlement } from '../parts/types.ts'
import type { HandBack } from './use-hand-back.ts'

interface SettlementCardProps extends StepProps {
  readonly settlement: Settlement
  readonly paying: Paying
  readonly handBack: HandBack
  /** Errors in the later refund, by field of the confirmation. */
  readonly faults: Problems
}

/** The parts of the return's sum, the choice of payment, and the deposits after it. */
export function SettlementCard({ flow, settlement, paying, handBack, faults }: SettlementCardProps) {
  const { balance } = settlement
  const beside = violationsNote(settlement)
  return (
    <Card pad title="结算">
      <KeyValue
        rows={settlementLines(settlement).map(({ label, fen }) => ({
          label,
          value: <span className={fen < 0 ? 'ink-success' : undefined}>{formatMoney(fen)}</span>,
        }))}
      />
      <FeeTotal label={balanceLabel(balance)} fen={Math.abs(balance)} />
      {beside && <Note>{beside}</Note>}
      <Stack gap={12} top={12}>
        <PayFields paying={paying}>
          <GivenBack settlement={settlement} />
          <Deposits settlement={settlement} paying={paying} now={flow.now} />
          {paying.machine && <MachineFields paying={paying} machine={paying.machine} faults={faults} />}
        </PayFields>
        <HandedBack handBack={handBack} orderId={flow.task.order.orderId} now={flow.now} faults={faults} />
      </Stack>
    </Card>
  )
}

interface HandedBackProps extends Pick<SettlementCardProps, 'handBack' | 'faults'> {
  readonly orderId: string
  readonly now: number
}

/** A deposit that was taken in cash and is refunded at the counter. A later refund names the responsible person. */
function HandedBack({ handBack, orderId, now, faults }: HandedBackProps) {
  const { amount, may, done, set, ways, way, chooseWay, promised, promise, vouchers, refund } = handBack
  const isLater = amount > 0 && !done
  const read = useRead(calls.todo.refundTasks, { orderId }, { enabled: isLater || refund.amount > 0 })
  const later = { people: read.data?.people ?? [], now }
  const reader = useUser()?.accountId ?? null
  return (
    <>
      {amount > 0 &&
        (may ? (
          <Checkbox checked={done} onChange={({ target }) => set(target.checked)}>
            已当面退还租车押金 {formatMoney(amount)}
          </Checkbox>
        ) : (
          <Note>租车押金 {formatMoney(amount)} 由有退押金权限的同事线下退还</Note>
        ))}
      {amount > 0 && done && (
        <>
          <Field label="退还方式" group error={faults.handBackWay}>
            <ChipRadios
              look="tile"
              label="退还方式"
              options={ways.map((value) => ({ value, label: payWays.text(value) }))}
              value={way}
              onChange={chooseWay}
            />
          </Field>
          <Field label="退款凭证" group optional>
            <UploadGrid {...vouchers.grid} addLabel="添加凭证" />
          </Field>
        </>
      )}
      {isLater && (
        <Later
          {...later}
          kind="deposit"
          promised={promised}
          set={promise}
          errors={{ accountId: faults.handBackBy, dueAt: faults.handBackDue }}
        />
      )}
      {refund.amount > 0 && (
        <>
          <Note>
            租金等 {formatMoney(refund.amount)}{' '}
            {readerOf(reader, later.people, 'refund').may ? '待您线下退还' : '由有报销退款权限的同事线下退还'}
          </Note>
          <Later
            {...later}
            kind="refund"
            promised={refund.promised}
            set={refund.promise}
            errors={{ accountId: faults.refundBy, dueAt: faults.refundDue }}
          />
        </>
      )}
    </>
  )
}

/** Who refunds it later, and the deadline. */
function Later(fields: ComponentProps<typeof RefundTaskFields>) {
  const reader = readerOf(useUser()?.accountId ?? null, fields.people, fields.kind)
  return (
    <Well>
      <Stack gap={12}>
        <RefundTaskFields {...fields} />
        <Note>{taskWords(fields.promised, reader)}</Note>
      </Stack>
    </Well>
  )
}

/** Destinations of the refund. */
function GivenBack({ settlement: { givesBack } }: Pick<SettlementCardProps, 'settlement'>) {
  if (givesBack.length === 0) return null
  return (
    <Well>
      <KeyValue
        rows={givesBack.map((part) => ({
          ...giveBackWords(part),
          value: <span className="ink-success">{formatMoney(part.amount)}</span>,
        }))}
      />
    </Well>
  )
}

interface MachineFieldsProps extends Pick<SettlementCardProps, 'paying' | 'faults'> {
  readonly machine: ByMachine
}

/** The capture at the card machine, from its slip; the rest of the authorisation is released with it. */
function MachineFields({ paying: { vouchers }, machine, faults }: MachineFieldsProps) {
  return (
    <>
      <Note>请先在POS机做预授权完成，再按签购单填写；一笔预授权只能完成一次，余额随即解冻</Note>
      <Field label="预授权完成金额" error={faults.captured}>
        <AmountInput value={machine.captured} onChange={(captured) => machine.set({ captured })} />
      </Field>
      {machine.captured !== 0 && (
        <>
          <Field label="流水号" error={faults.slipNo}>
            <TextInput value={machine.slipNo} onChange={({ target }) => machine.set({ slipNo: target.value })} />
          </Field>
          <Field label="签购单照片" group optional>
            <UploadGrid {...vouchers.grid} addLabel="添加凭证" />
          </Field>
        </>
      )}
    </>
  )
}

interface DepositsProps {
  readonly settlement: Settlement
  readonly paying: Paying
  readonly now: number
}

function Deposits({ settlement, paying: { method, machine }, now }: DepositsProps) {
  const deducts = method === expenseSettle.deposit
  const rows = settlement.deposits.flatMap((deposit): KeyValueRow[] => {
    const { kind, name, state, available, deduct, back, moved, releaseAt } = deposit
    if (available + back + moved === 0) return [{ label: name, value: state }]
    if (kind === depositKind.violation)
      return [
        {
          label: name,
          value: formatMoney(available + back + moved),
          note: releaseAt === null ? '违章结案后退' : `${formatDay(releaseAt, now)} 退`,
        },
      ]
    const captured = machine?.captured ?? 0
    const taken = deducts ? deduct + captured : 0
    const left = available - taken + back - moved
    const kept = Math.min(left, settlement.violations)
    return [
      { label: `${name} · ${state}`, value: formatMoney(available) },
      ...(taken > 0 ? [{ label: '本次抵扣', value: formatMoney(-taken) }] : []),
      ...(back > 0 ? [{ label: '本次退回', value: formatMoney(back) }] : []),
      ...(moved > 0 ? [{ label: '转违章押金', value: formatMoney(-moved) }] : []),
      ...(kept > 0 ? [{ label: '违章费用未收，暂留', value: formatMoney(-kept) }] : []),
      {
        label: '退还',
        value: <b className="ink-success">{formatMoney(left - kept)}</b>,
        // The rest after a capture is released to the card at once.
        note: captured > 0 ? '随即解冻' : releaseAt === null ? undefined : `${momentText(releaseAt)} 起`,
      },
    ]
  })
  if (rows.length === 0) return null
  return (
    <Well>
      <KeyValue rows={rows} />
    </Well>
  )
}
