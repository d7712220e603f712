import { costPayers } from '@cheyi/domain/fleet/ticket/codes'
import { MAX_COSTS, type TicketCost } from '@cheyi/domain/fleet/ticket/maintenance'
import { localDate } from '@cheyi/domain/time'
import { useState } from 'react'
import { ticketMaintenanceHandle } from '../../../../form/calls/ticket-maintenance-handle.gen.ts'
import { EntrySheet } from '../../../../form/entry-sheet.tsx'
import { FieldNote } from '../../../../form/field-row.tsx'
import { useEntry } from '../../../../form/use-entry.ts'
import { useNow } from '../../../../kernel/now.ts'
import type { Asks } from '../../../../page/opened-sheet.tsx'
import { Button } from '../../../../ui/button.tsx'
import { DateInput } from '../../../../ui/date/date-input.tsx'
import { Field } from '../../../../ui/field/field.tsx'
import { AmountInput, TextInput } from '../../../../ui/field/input.tsx'
import { Segmented } from '../../../../ui/frame/tabs.tsx'
import { Row, Stack } from '../../../../ui/layout.tsx'
import type { Ticket } from './screen.tsx'

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
export default function CostSheet({ ticket, answer }: { readonly ticket: Ticket } & Asks<boolean>) {
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
