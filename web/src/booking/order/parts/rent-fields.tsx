import { type PayInterval, payIntervals } from '@cheyi/domain/rental/instalment/terms'
import { Field } from '../../../ui/field/field.tsx'
import { AmountInput } from '../../../ui/field/input.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'

/** What a long rental costs a month or in all, fen, and how it is paid; null goes by the price list, or stays as agreed. */
export interface Rent {
  readonly monthlyPrice: number | null
  readonly total: number | null
  readonly payInterval: PayInterval
}

interface RentFieldsProps {
  readonly rent: Partial<Rent>
  readonly onRent: (change: Partial<Rent>) => void
  /** What it costs a month if nothing is typed, fen; else said in words. */
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
