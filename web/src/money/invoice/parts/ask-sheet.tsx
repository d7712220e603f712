import { formatMoney } from '@cheyi/domain/money'
import { invoiceKind, invoiceKinds, needsTaxNo } from '@cheyi/domain/money/invoice/invoice'
import { useState } from 'react'
import { invoiceSave } from '../../../form/calls/invoice-save.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FieldNote } from '../../../form/field-row.tsx'
import { FenField, TextAreaField, TextField } from '../../../form/fields.tsx'
import { fieldBeside } from '../../../form/form-field.ts'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, feedback, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { ItemCard } from '../../../page/list/columns.tsx'
import { open } from '../../../page/open.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Card, Note } from '../../../ui/layout.tsx'
import { invoiceColumns } from './invoice-columns.ts'

interface AskProps extends Asks<boolean> {
  /** The invoice is for one order, or for all orders that a receipt paid. */
  readonly orderId?: string
  readonly receiptId?: string
  /** Initial name of the buyer. */
  readonly title?: string
}

/** Registers an invoice for the payments of an order or a receipt; existing invoices are listed above the form. */
export default function AskSheet({ orderId, receiptId, title, answer }: AskProps) {
  const facts = useRead(calls.invoice.ofOrders, { orderId, receiptId })
  if (facts.data) return <Form facts={facts.data} receiptId={receiptId} title={title} answer={answer} />
  return (
    <OpenedSheet title="发票">
      <Answer of={facts}>{() => null}</Answer>
    </OpenedSheet>
  )
}

type FormProps = Omit<AskProps, 'orderId'> & { readonly facts: OutputOf<typeof calls.invoice.ofOrders> }

function Form({ facts, receiptId, title, answer }: FormProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, number | null>>>({})
  const partOf = (order: FormProps['facts']['orders'][number]) => typed[order.orderId] ?? order.left
  const sum = facts.orders.reduce((total, order) => total + partOf(order), 0)
  const over = facts.orders.find((order) => partOf(order) > order.left)
  const form = useEntry(invoiceSave, {
    start: { kind: invoiceKind.usual, title: title ?? null, ...facts.buyer, receiptId: receiptId ?? null },
    toInput: (value) => ({
      ...value,
      orders: facts.orders
        .map((order) => ({ orderId: order.orderId, amount: partOf(order) }))
        .filter(({ amount }) => amount > 0),
    }),
    also: () => ({ orders: over && `订单${over.orderNo}最多可开票${formatMoney(over.left)}` }),
    onSent({ id }) {
      feedback.toast(`已登记开票 ${formatMoney(sum)}`)
      answer(true)
      void open(() => import('./invoice-sheet.tsx'), { id })
    },
  })
  const { fields } = form
  const special = needsTaxNo(fields.kind.value ?? invoiceKind.usual)
  const nothing = facts.orders.every(({ left }) => left === 0)
  return (
    <EntrySheet
      title="发票"
      of={form}
      action={`登记开票 ${formatMoney(sum)}`}
      reason={nothing ? '没有可开票金额' : undefined}
    >
      {facts.invoices.map((item) => (
        <ItemCard
          key={item.id}
          columns={invoiceColumns}
          item={item}
          link={() => ({ onClick: () => void open(() => import('./invoice-sheet.tsx'), { id: item.id }) })}
          current={false}
        />
      ))}
      {nothing ? (
        <Note>实收金额都已开票，或还没有收款。</Note>
      ) : (
        <>
          <CodeField of={fields.kind} codes={invoiceKinds} />
          <TextField of={fields.title} />
          <TextField of={fields.taxNo} optional={!special} />
          {special && (
            <>
              <TextField of={fields.buyerAddress} />
              <TextField of={fields.buyerPhone} inputMode="tel" />
              <TextField of={fields.buyerBank} />
              <TextField of={fields.buyerAccount} inputMode="numeric" />
            </>
          )}
          <Card>
            {facts.orders.map((order) => (
              <FenField
                key={order.orderId}
                of={fieldBeside<number | null>(`part${order.orderId}`, partOf(order), (fen) =>
                  setTyped({ ...typed, [order.orderId]: fen ?? 0 }),
                )}
                label={order.orderNo}
                optional={false}
                hint={`实收 ${formatMoney(order.received)}，可开 ${formatMoney(order.left)}`}
              />
            ))}
          </Card>
          <FieldNote of={fields.orders} words={() => ''} />
          <TextAreaField of={fields.note} rows={2} />
        </>
      )}
    </EntrySheet>
  )
}
