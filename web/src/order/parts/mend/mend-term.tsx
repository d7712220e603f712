import { type PayInterval, payIntervals } from '@cheyi/domain/instalment/terms'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { Field } from '../../../ui/field/field.tsx'
import { AmountInput } from '../../../ui/field/input.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import type { TermWish } from './mend-trip.ts'

interface MendTermProps {
  readonly orderId: string
  readonly wish: TermWish
  readonly onWish: (wish: TermWish) => void
  /** What it costs a month as it is priced now, fen. */
  readonly monthlyPrice: number | undefined
}

/** What a long order pays a month, and how: what is left empty stays as agreed, or follows the list with another term. */
export function MendTerm({ orderId, wish, onWish, monthlyPrice }: MendTermProps) {
  const term = useRead(calls.instalment.list, { orderId }).data?.term
  const shown = monthlyPrice ?? term?.monthlyPrice
  return (
    <>
      <Field label="月租金" optional>
        <AmountInput
          placeholder={shown === undefined ? '按原约定' : (shown / 100).toFixed(2)}
          value={wish.monthlyPrice ?? null}
          onChange={(fen) => onWish({ ...wish, monthlyPrice: fen ?? undefined })}
        />
      </Field>
      <Field label="协议总价" optional>
        <AmountInput
          placeholder="不改则按月租金合计"
          value={wish.total ?? null}
          onChange={(fen) => onWish({ ...wish, total: fen ?? undefined })}
        />
      </Field>
      <Field label="付款方式" group>
        <ChipRadios
          label="付款方式"
          look="wrap"
          options={payIntervals.items.map(({ value, name }) => ({ value: value as PayInterval, label: name }))}
          value={wish.payInterval ?? term?.payInterval}
          onChange={(payInterval) =>
            onWish({ ...wish, payInterval: payInterval === term?.payInterval ? undefined : payInterval })
          }
        />
      </Field>
    </>
  )
}
