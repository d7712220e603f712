import { formatMoney } from '@cheyi/domain/money'
import type { Problems } from '../../../form/form-call.ts'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { AmountInput } from '../../../ui/field/input.tsx'
import { Card, Row, Text } from '../../../ui/layout.tsx'
import { FeeTotal } from '../../../ui/show/rows.tsx'
import { type Charge, type Entry, keyOf, tick, totalOf } from './deduct.ts'

interface ChargesCardProps {
  readonly charges: readonly Charge[]
  readonly available: number
  readonly entry: Entry
  readonly problems: Problems
  readonly onChange: (next: Entry) => void
}

/** Open charges of the customer: tick a charge to deduct all or a part of it. */
export function ChargesCard({ charges, available, entry, problems, onChange }: ChargesCardProps) {
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
