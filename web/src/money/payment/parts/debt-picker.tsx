import { formatMoney } from '@cheyi/domain/money'
import { formatNear } from '@cheyi/domain/near'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { useState } from 'react'
import { FenField } from '../../../form/fields.tsx'
import { fieldBeside } from '../../../form/form-field.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { Answer } from '../../../page/answer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Search } from '../../../ui/field/search.tsx'
import { Note, Row, Stack } from '../../../ui/layout.tsx'
import type { Debt } from './receive-sheet.tsx'

interface DebtPickerProps {
  /** The chosen orders with the amount for each, in fen. */
  readonly parts: readonly { readonly debt: Debt; readonly amount: number }[]
  readonly onChosen: (debts: readonly Debt[]) => void
  readonly onPart: (orderId: string, fen: number | null) => void
}

/** Searches orders with a debt by customer; the chosen orders remain while the search text changes. */
export function DebtPicker({ parts, onChosen, onPart }: DebtPickerProps) {
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
