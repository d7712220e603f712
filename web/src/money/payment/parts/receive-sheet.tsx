import { formatMoney } from '@cheyi/domain/money'
import { spread } from '@cheyi/domain/money/payment/spread'
import { formatNear } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { useState } from 'react'
import { paymentReceiptSave } from '../../../form/calls/payment-receipt-save.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FieldNote } from '../../../form/field-row.tsx'
import { FenField, TextAreaField, TextField } from '../../../form/fields.tsx'
import { fieldBeside } from '../../../form/form-field.ts'
import { slotOf } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, feedback, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { useSheetFiles, useUploads } from '../../../kernel/media/uploads.ts'
import { useNow } from '../../../kernel/now.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { usePaySetting } from '../../../platform/merchant/parts/pay-setting.ts'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Search } from '../../../ui/field/search.tsx'
import { Button, Note, Row, Stack } from '../../../ui/layout.tsx'
import { commonWays, wrongWay } from './common-ways.ts'
import { TakingFields, useTaking } from './taking/taking-fields.tsx'

export type Debt = OutputOf<typeof calls.payment.receiptDebts>['list'][number]

interface ReceiveProps extends Asks<boolean> {
  /** A company whose orders are all chosen when the sheet opens. */
  readonly payer?: string
}

/**
 * One payment for several orders. The clerk chooses the orders; the amount of each is proposed, and their total must equal the
 * payment.
 */
export default function ReceiveSheet({ payer, answer }: ReceiveProps) {
  const due = useRead(
    calls.payment.receiptDebts,
    { keyword: payer ?? '', payer: true },
    { enabled: payer !== undefined },
  )
  if (payer === undefined) return <Form payer={null} first={[]} answer={answer} />
  if (due.data) return <Form payer={payer} first={due.data.list} answer={answer} />
  return (
    <OpenedSheet title="批量收款">
      <Answer of={due}>{() => null}</Answer>
    </OpenedSheet>
  )
}

interface FormProps extends Asks<boolean> {
  readonly payer: string | null
  readonly first: readonly Debt[]
}

function Form({ payer, first, answer }: FormProps) {
  const setting = usePaySetting()
  const [chosen, setChosen] = useState<readonly Debt[]>(first)
  const ways = commonWays(setting.data?.payWays ?? [], chosen)
  const taking = useTaking(ways, slotOf(useUploads('voucher', useSheetFiles()), 'receipts'))
  const [typed, setTyped] = useState<Readonly<Record<string, number | null>>>({})
  const owed = chosen.reduce((sum, debt) => sum + debt.owed, 0)

  function partsOf(amount: number | null) {
    const proposed = spread(
      amount ?? 0,
      chosen.map((debt) => debt.owed),
    )
    return chosen.map((debt, i) => ({ debt, amount: typed[debt.orderId] ?? proposed[i]! }))
  }
  const form = useEntry(paymentReceiptSave, {
    start: {
      payer: payer ?? chosen[0]?.contactName ?? null,
      amount: owed > 0 ? owed : null,
      payWay: taking.proposed,
    },
    toInput: (value) => ({
      ...value,
      slipNo: taking.slipOf(value),
      orders: partsOf(value.amount)
        .filter((part) => part.amount > 0)
        .map((part) => ({ orderId: part.debt.orderId, amount: part.amount, owed: part.debt.owed })),
    }),
    files: () => ({ voucherIds: taking.vouchers }),
    also: ({ amount, payWay }) => ({ orders: wrongParts(partsOf(amount), amount), payWay: wrongWay(ways, payWay) }),
    onSent() {
      taking.remember(form.value.payWay)
      feedback.toast(`已收款 ${formatMoney(form.value.amount ?? 0)}`)
      answer(true)
    },
  })
  const { fields, value } = form
  return (
    <EntrySheet
      title="批量收款"
      of={form}
      action={chosen.length === 0 ? '收款' : `收款 ${formatMoney(value.amount ?? 0)} · ${chosen.length} 个订单`}
    >
      <DebtPicker
        parts={partsOf(value.amount)}
        onChosen={setChosen}
        onPart={(orderId, fen) => setTyped({ ...typed, [orderId]: fen })}
      />
      <FieldNote of={fields.orders} words={() => ''} />
      <TextField of={fields.payer} />
      <FenField of={fields.amount} hint={owed > 0 ? `所选订单待收 ${formatMoney(owed)}` : undefined} />
      <TakingFields
        fields={fields}
        taking={taking}
        hint={chosen.length > 0 && ways.length === 0 ? '所选订单的门店没有共同的收款方式，请分开收款' : undefined}
      />
      <TextAreaField of={fields.note} rows={2} />
    </EntrySheet>
  )
}

interface Part {
  readonly debt: Debt
  readonly amount: number
}

/** The problem of the allocation, as a text for the clerk. */
function wrongParts(parts: readonly Part[], amount: number | null): string | undefined {
  if (parts.length === 0) return '请选择订单'
  const over = parts.find((part) => part.amount > part.debt.owed)
  if (over) return `订单${over.debt.orderNo}只待收 ${formatMoney(over.debt.owed)}`
  const short = parts.find((part) => part.amount > 0 && part.amount < part.debt.least)
  if (short) return `订单${short.debt.orderNo}至少收 ${formatMoney(short.debt.least)}`
  const sum = parts.reduce((total, part) => total + part.amount, 0)
  return amount !== null && sum !== amount ? `分摊合计 ${formatMoney(sum)}，与收款金额不符` : undefined
}

interface DebtPickerProps {
  /** The chosen orders with the amount for each, in fen. */
  readonly parts: readonly { readonly debt: Debt; readonly amount: number }[]
  readonly onChosen: (debts: readonly Debt[]) => void
  readonly onPart: (orderId: string, fen: number | null) => void
}

/** Searches orders with a debt by customer; the chosen orders remain while the search text changes. */
function DebtPicker({ parts, onChosen, onPart }: DebtPickerProps) {
  const [keyword, setKeyword] = useState('')
  const found = useRead(calls.payment.receiptDebts, { keyword }, { enabled: keyword !== '' })
  const chosen = parts.map(({ debt }) => debt)
  const isChosen = (debt: Debt) => chosen.some(({ orderId }) => orderId === debt.orderId)
  return (
    <Stack gap={8}>
      <Search value={keyword} onChange={setKeyword} placeholder="客户姓名、手机号、车牌或订单号" />
      {parts.map(({ debt, amount }) => (
        <Stack key={debt.orderId} gap={4}>
          <DebtLine
            debt={debt}
            checked
            onChange={() => onChosen(chosen.filter(({ orderId }) => orderId !== debt.orderId))}
          />
          <FenField
            of={fieldBeside<number | null>(`part${debt.orderId}`, amount, (fen) => onPart(debt.orderId, fen))}
            label={`${debt.orderNo} 分摊`}
            optional={false}
          />
        </Stack>
      ))}
      {keyword !== '' && (
        <Answer of={found}>
          {({ list, more }) => {
            const others = list.filter((debt) => !isChosen(debt))
            return (
              <>
                {others.length > 1 && (
                  <Row justify="end">
                    <Button size="s" onClick={() => onChosen([...chosen, ...others])}>
                      全选 {others.length} 个
                    </Button>
                  </Row>
                )}
                {others.map((debt) => (
                  <DebtLine
                    key={debt.orderId}
                    debt={debt}
                    checked={false}
                    onChange={() => onChosen([...chosen, debt])}
                  />
                ))}
                {list.length === 0 && <Note>没有待收订单</Note>}
                {more && <Note>还有更多待收订单，请缩小查找范围</Note>}
              </>
            )
          }}
        </Answer>
      )}
    </Stack>
  )
}

function DebtLine({ debt, checked, onChange }: { debt: Debt; checked: boolean; onChange: () => void }) {
  const now = useNow()
  const { orderNo, contactName, plate, pickupAt, owed } = debt
  return (
    <Checkbox checked={checked} onChange={onChange}>
      {orderNo} · {contactName}
      <Note as="span" block num>
        {[plate && displayPlate(plate), `${formatNear(pickupAt, now)} 取车`, `待收 ${formatMoney(owed)}`]
          .filter(Boolean)
          .join(' · ')}
      </Note>
    </Checkbox>
  )
}
