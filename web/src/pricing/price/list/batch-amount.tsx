import { AmountInput } from '../../../ui/field/input.tsx'
import { NumberInput } from '../../../ui/field/number-input.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Row } from '../../../ui/layout.tsx'

/** A relative change of prices, or their new value. */
export interface Amount {
  readonly way: 'bp' | 'fen' | 'price' | 'ofDaysBp'
  readonly down: boolean
  /** Fen or basis points. */
  readonly by: number | null
}

export const dayWays = [
  { value: 'bp', label: '按比例' },
  { value: 'fen', label: '按金额' },
] as const
export const monthWays = [
  ...dayWays,
  { value: 'ofDaysBp', label: '按日租推算' },
  { value: 'price', label: '统一设为' },
] as const

/** Converts to the fields of the call. */
export function inputOf({ way, down, by }: Amount) {
  const signed = by === null ? 0 : down ? -by : by
  return way === 'bp' || way === 'fen' ? { [way]: signed } : { [way]: by ?? 0 }
}

interface AmountOfProps {
  readonly ways: readonly { readonly value: Amount['way']; readonly label: string }[]
  readonly amount: Amount
  readonly onChange: (amount: Amount) => void
}

export function AmountOf({ ways, amount, onChange }: AmountOfProps) {
  const { way, down, by } = amount
  const set = (value: number | null) => onChange({ ...amount, by: value })
  return (
    <>
      <ChipRadios
        label="方式"
        look="wrap"
        options={ways}
        value={way}
        onChange={(next) => onChange({ ...amount, way: next, by: null })}
      />
      <Row gap={8} pad={[8, 0]}>
        {(way === 'bp' || way === 'fen') && (
          <Segmented
            label="方向"
            options={[
              { value: 'up', label: '上调' },
              { value: 'down', label: '下调' },
            ]}
            value={down ? 'down' : 'up'}
            onChange={(direction) => onChange({ ...amount, down: direction === 'down' })}
          />
        )}
        {way === 'fen' && <AmountInput aria-label="调整金额" value={by} onChange={set} placeholder="0.00" />}
        {way === 'price' && <AmountInput aria-label="月价" value={by} onChange={set} placeholder="0.00" />}
        {way === 'bp' && (
          <NumberInput aria-label="调整比例" times={100} value={by} onChange={set} suffix="%" placeholder="10" />
        )}
        {way === 'ofDaysBp' && (
          <NumberInput
            aria-label="月价比例"
            times={100}
            value={by}
            onChange={set}
            prefix="30天平日价的"
            suffix="%"
            placeholder="75"
          />
        )}
      </Row>
    </>
  )
}
