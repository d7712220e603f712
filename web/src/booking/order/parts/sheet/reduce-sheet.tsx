import { type ReduceType, reduceTypes, type Source } from '@cheyi/domain/booking/order/codes'
import { reduceTypesFor } from '@cheyi/domain/pricing/quote/lines/reduce'
import { useState } from 'react'
import { useMay } from '../../../../kernel/user.ts'
import { type Asks, OpenedSheet } from '../../../../page/opened.tsx'
import { AmountInput } from '../../../../ui/field/amount-input.tsx'
import { Field } from '../../../../ui/field/field.tsx'
import { MainButton } from '../../../../ui/layout.tsx'

interface Reduction {
  readonly reduceType: ReduceType
  readonly amount: number
}

interface ReduceSheetProps extends Asks<true> {
  readonly given: readonly Reduction[]
  /** A channel subsidy is allowed only for the channel's orders. */
  readonly source: Source
  /** The allowed kinds where the price is not that of a booking. */
  readonly of?: readonly ReduceType[]
  readonly onChange: (reduces: readonly Reduction[]) => void
}

/**
 * Reductions, one of each kind that this account may give; one entered by another account can be removed. An amount that is too high is
 * reported beside the row on the page.
 */
export default function ReduceSheet({ given, source, of = reduceTypes.values, onChange, answer }: ReduceSheetProps) {
  const [value, setValue] = useState(given)
  const mine = reduceTypesFor(source, useMay('order.discount'))
  const types = of.filter((type) => mine.includes(type) || value.some((one) => one.reduceType === type))
  function set(type: ReduceType, amount: number | null) {
    const others = value.filter((one) => one.reduceType !== type)
    const next = amount ? [...others, { reduceType: type, amount }] : others
    setValue(next)
    onChange(next)
  }
  return (
    <OpenedSheet title="减免" flush footer={<MainButton onClick={() => answer(true)}>完成</MainButton>}>
      {types.map((type) => (
        <Field key={type} label={reduceTypes.text(type)}>
          <AmountInput
            placeholder="0.00"
            value={value.find((one) => one.reduceType === type)?.amount ?? null}
            onChange={(fen) => set(type, fen)}
          />
        </Field>
      ))}
    </OpenedSheet>
  )
}
