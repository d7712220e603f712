import { costPayers } from '@cheyi/domain/fleet/ticket/codes'
import { isInHand } from '@cheyi/domain/fleet/ticket/kinds'
import { MAX_COSTS, type TicketCost } from '@cheyi/domain/fleet/ticket/maintenance'
import { formatMoney } from '@cheyi/domain/money'
import { localDate } from '@cheyi/domain/time'
import { useState } from 'react'
import { ticketMaintenanceHandle } from '../../../../form/calls/ticket-maintenance-handle.gen.ts'
import { EntrySheet } from '../../../../form/entry-sheet.tsx'
import { FieldNote } from '../../../../form/field-row.tsx'
import { FenField, TextAreaField } from '../../../../form/fields.tsx'
import { reasonSheet } from '../../../../form/reason-sheet.tsx'
import { useEntry } from '../../../../form/use-entry.ts'
import { useNow } from '../../../../kernel/now.ts'
import type { Asks } from '../../../../page/opened.tsx'
import { DateInput } from '../../../../ui/date/date-input.tsx'
import { AmountInput } from '../../../../ui/field/amount-input.tsx'
import { Field, TextInput } from '../../../../ui/field/field.tsx'
import { Segmented } from '../../../../ui/frame/tabs.tsx'
import { Button, Notice, Row, Stack, Text } from '../../../../ui/layout.tsx'
import type { Ticket } from './types.ts'

const answers = [
  { value: 'approve', label: '同意' },
  { value: 'refuse', label: '不同意' },
] as const

/** The approval or refusal of the cost of a ticket by a second person. */
export function DecisionSheet({ ticket, answer }: { readonly ticket: Ticket } & Asks<boolean>) {
  const { ticketId, version, cost, garageName, what } = ticket
  const [action, setAction] = useState<'approve' | 'refuse'>('approve')
  const form = useEntry(ticketMaintenanceHandle, {
    start: { ticketId, version, action },
    toInput: (value) => ({ ...value, action }),
    also: ({ note }) => ({ note: action === 'refuse' && !note?.trim() && '请填写原因' }),
    toast: action === 'approve' ? '已同意' : '已告知登记人',
    onSent: () => answer(true),
  })
  const of = [garageName, what].filter(Boolean).join('，')
  return (
    <EntrySheet
      title="审批"
      of={form}
      action={action === 'approve' ? `同意 ${formatMoney(cost?.asked?.fen ?? 0)}` : '不同意'}
    >
      <Text as="p">{`同意 ${formatMoney(cost?.asked?.fen ?? 0)}（${of}）？`}</Text>
      <Segmented label="审批意见" options={answers} value={action} onChange={setAction} />
      <TextAreaField of={form.fields.note} rows={2} optional={action === 'approve'} />
    </EntrySheet>
  )
}

/** Records the quote of the garage; above the limit it needs approval by a second person. */
export function QuoteSheet({ ticket, answer }: { readonly ticket: Ticket } & Asks<boolean>) {
  const { ticketId, version, cost } = ticket
  const form = useEntry(ticketMaintenanceHandle, {
    start: { ticketId, version, action: 'quote', quote: cost?.quote ?? null },
    also: ({ quote }) => ({ quote: quote === null && '请输入报价' }),
    toast: '报价已登记',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="登记报价" of={form} action="保存">
      <FenField of={form.fields.quote} optional={false} hint="超过审批限额的，保存后通知有权限的人审批" />
      <TextAreaField of={form.fields.note} rows={2} />
    </EntrySheet>
  )
}

interface Props {
  readonly ticket: Ticket
  readonly action: 'reject' | 'cancel'
}

const words = {
  reject: {
    title: '验收不通过',
    verb: '退回维修',
    toast: '已退回维修',
    usual: ['故障未排除', '外观未修复', '项目未做完'],
  },
  cancel: {
    title: '取消维保单',
    verb: '取消工单',
    toast: '维保单已取消',
    usual: ['改期再修', '车辆另有安排', '建单有误'],
  },
} as const

/** Returns a ticket to the garage or cancels it; both need a reason. */
export const ReasonSheet = reasonSheet(ticketMaintenanceHandle, ({ ticket, action }: Props) => {
  const { ticketId, version } = ticket
  const { title, verb, toast, usual } = words[action]
  return {
    title,
    field: 'note',
    label: '原因',
    usual,
    action: verb,
    variant: 'danger',
    start: { ticketId, version, action },
    missing: '请填写原因',
    toast,
    about: action === 'cancel' && (
      <Notice>{isInHand(ticket) ? '取消后车辆立即恢复可租，请确认车已取回' : '取消后不再占用库存'}</Notice>
    ),
  }
})

interface Typed {
  readonly item: string
  readonly amount: number | null
  readonly payer: TicketCost['payer']
  readonly on: string
}

const payers = costPayers.values.map((value) => ({ value, label: costPayers.text(value) }))
const blankOn = (on: string): Typed => ({ item: '', amount: null, payer: costPayers.code.merchant, on })
const isBlank = ({ item, amount }: Typed) => item.trim() === '' && amount === null
const isWhole = (row: Typed): row is Typed & TicketCost => row.item.trim() !== '' && row.amount !== null

/** Records what the work cost and who pays it. */
export function CostSheet({ ticket, answer }: { readonly ticket: Ticket } & Asks<boolean>) {
  const { ticketId, version, cost } = ticket
  const today = localDate(useNow())
  const [rows, setRows] = useState<readonly Typed[]>(
    cost?.rows.length ? cost.rows.map((row) => ({ ...row, on: row.on ?? today })) : [blankOn(today)],
  )
  const given = rows.filter((row) => !isBlank(row))
  const form = useEntry(ticketMaintenanceHandle, {
    start: { ticketId, version, action: 'cost' },
    toInput: (value) => ({ ...value, costs: given.filter(isWhole) }),
    also: () => ({ costs: !given.every(isWhole) && '请填写每一项的名称和金额' }),
    toast: '费用已保存',
    onSent: () => answer(true),
  })
  const change = (index: number, patch: Partial<Typed>) =>
    setRows(rows.map((row, i) => (i === index ? { ...row, ...patch } : row)))
  return (
    <EntrySheet title={cost?.rows.length ? '更正费用' : '登记费用'} of={form} action="保存">
      {rows.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: form rows have no id, only their index.
        <Stack key={i} gap={8}>
          <Field label={`项目 ${i + 1}`}>
            <TextInput value={row.item} maxLength={40} onChange={(event) => change(i, { item: event.target.value })} />
          </Field>
          <Field label={`金额 ${i + 1}`}>
            <AmountInput value={row.amount} onChange={(amount) => change(i, { amount })} />
          </Field>
          <Field label={`日期 ${i + 1}`}>
            <DateInput
              title={`日期 ${i + 1}`}
              value={row.on}
              today={today}
              onChange={(on) => change(i, { on: on ?? today })}
            />
          </Field>
          <Row gap={8} justify="between">
            <Segmented
              label={`承担方 ${i + 1}`}
              options={payers}
              value={row.payer}
              onChange={(payer) => change(i, { payer })}
            />
            <Button size="s" aria-label={`删除项目 ${i + 1}`} onClick={() => setRows(rows.filter((_, at) => at !== i))}>
              删除
            </Button>
          </Row>
        </Stack>
      ))}
      {rows.length < MAX_COSTS && (
        <Button size="m" variant="outline" onClick={() => setRows([...rows, blankOn(rows.at(-1)?.on ?? today)])}>
          添加一项
        </Button>
      )}
      <FieldNote of={form.fields.costs} words={(costs) => `${costs?.length ?? 0}项`} />
    </EntrySheet>
  )
}
