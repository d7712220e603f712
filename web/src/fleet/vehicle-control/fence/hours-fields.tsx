import { type FenceHours, hoursText } from '@cheyi/domain/fleet/vehicle-control/fence'
import { FieldNote } from '../../../form/field-row.tsx'
import type { FormField } from '../../../form/form-field.ts'
import { TimeInput } from '../../../ui/date/time-input.tsx'
import { Switch } from '../../../ui/field/choice.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Card } from '../../../ui/show/card.tsx'

const NIGHT = { from: 22 * 60, to: 6 * 60 }

const clock = (minute: number): string => hoursText({ from: minute, to: 0 }).slice(0, 5)
const minuteOf = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/** The hours at which a fence holds; the end may be on the next day. */
export function HoursFields({ of }: { readonly of: FormField<FenceHours | null> }) {
  const { value, set } = of
  return (
    <Card title="时段">
      <Field label="全天" inline>
        <Switch checked={value === null} onChange={({ target }) => set(target.checked ? null : NIGHT)} />
      </Field>
      {value !== null && (
        <>
          <Field label="开始时间">
            <TimeInput
              value={clock(value.from)}
              onChange={(time) => time !== '' && set({ ...value, from: minuteOf(time) })}
            />
          </Field>
          <Field label="结束时间" hint={value.to < value.from ? '次日结束' : undefined}>
            <TimeInput
              value={clock(value.to)}
              onChange={(time) => time !== '' && set({ ...value, to: minuteOf(time) })}
            />
          </Field>
        </>
      )}
      <FieldNote of={of} words={hoursText} />
    </Card>
  )
}
