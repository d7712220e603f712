import { type PayInterval, payIntervals } from '@cheyi/domain/pricing/quote/long/terms'
import { AmountInput } from '../../../ui/field/amount-input.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'

/** Monthly or total price of a long rental, fen, and its payments; null follows the price list, or stays as agreed. */
export interface Rent {
  readonly monthlyPrice: number | null
  readonly total: number | null
  readonly payInterval: PayInterval
}

interface RentFieldsProps {
  readonly rent: Partial<Rent>
  readonly onRent: (change: Partial<Rent>) => void
  /** The monthly price when nothing is typed, fen; otherwise a text is shown. */
  readonly listed: number | undefined
  readonly unlisted: string
  readonly optional?: boolean
  readonly error?: string | undefined
}

export function RentFields({ rent, onRent, listed, unlisted, optional = false, error }: RentFieldsProps) {
  return (
    <>
      <Field label="月租金" error={error} optional={optional}>
        <AmountInput
          placeholder={listed === undefined ? unlisted : (listed / 100).toFixed(2)}
          value={rent.monthlyPrice ?? null}
          onChange={(monthlyPrice) => onRent({ monthlyPrice })}
        />
      </Field>
      <Field label="协议总价" optional>
        <AmountInput
          placeholder="不改则按月租金合计"
          value={rent.total ?? null}
          onChange={(total) => onRent({ total })}
        />
      </Field>
      <Field label="付款方式" group>
        <ChipRadios
          label="付款方式"
          look="wrap"
          options={payIntervals.items.map(({ value, name }) => ({ value: value as PayInterval, label: name }))}
          value={rent.payInterval}
          onChange={(payInterval) => onRent({ payInterval })}
        />
      </Field>
    </>
  )
}
