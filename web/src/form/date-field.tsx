import { localDate } from '@cheyi/domain/time'
import { useNow } from '../kernel/now.ts'
import { DateInput } from '../ui/date/date-input.tsx'
import { FieldRow, type RowProps } from './field-row.tsx'
import { labelOf } from './form-field.ts'

interface DateFieldProps extends RowProps<string | null> {
  /** Today or later. */
  readonly ahead?: boolean
}

/** A date, typed or picked on wheels. */
export function DateField({ of, ahead, ...row }: DateFieldProps) {
  const today = localDate(useNow())
  return (
    <FieldRow {...row} of={of} words={(date) => date ?? ''}>
      <DateInput
        title={labelOf(of, row.label)}
        value={of.value}
        onChange={of.set}
        today={today}
        min={ahead ? today : undefined}
      />
    </FieldRow>
  )
}
