import { formatKm } from '@cheyi/domain/length'
import { readsBattery, readsFuel } from '@cheyi/domain/rental/pickup-return/record'
import { useState } from 'react'
import { Field } from '../../../ui/field/field.tsx'
import { NumberInput } from '../../../ui/field/number-input.tsx'
import { FuelBar, Slider } from '../../../ui/field/range.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { say } from '../../../words/words.ts'
import type { SelfTask } from './task.ts'

interface Readings {
  readonly mileageKm: number | null
  readonly fuelEighths: number | null
  readonly batteryPct: number | null
}

interface ReadingsProps {
  readonly fuelKind: SelfTask['fuelKind']
  readonly now: Readings
  readonly last: Readings
  /** Called once a value is complete. */
  readonly onChange: (change: { mileageKm?: number; fuelEighths?: number; batteryPct?: number }) => void
}

/** The readings of the dashboard, each beside the last one. */
export function ReadingsStep({ fuelKind, now, last, onChange }: ReadingsProps) {
  const [km, setKm] = useState(now.mileageKm)
  const [fuel, setFuel] = useState(now.fuelEighths)
  const [battery, setBattery] = useState(now.batteryPct)
  return (
    <Stack gap={12} top={10}>
      <Field
        label={say('里程')}
        hint={last.mileageKm === null ? undefined : say('上次 {reading}', { reading: formatKm(last.mileageKm) })}
      >
        <NumberInput
          className="num"
          placeholder={say('仪表盘读数')}
          suffix="km"
          digits={7}
          value={km}
          onChange={setKm}
          onBlur={() => km !== null && onChange({ mileageKm: km })}
        />
      </Field>
      {readsFuel(fuelKind) && (
        <Field
          group
          label={`${say('油量')} ${fuel === null ? say('未选') : `${fuel}/8`}`}
          hint={last.fuelEighths === null ? undefined : say('上次 {reading}', { reading: `${last.fuelEighths}/8` })}
        >
          <FuelBar
            label={say('油量')}
            value={fuel ?? 0}
            onChange={(value) => {
              setFuel(value)
              onChange({ fuelEighths: value })
            }}
          />
        </Field>
      )}
      {readsBattery(fuelKind) && (
        <Field
          group
          label={`${say('电量')} ${battery === null ? say('未选') : `${battery}%`}`}
          hint={last.batteryPct === null ? undefined : say('上次 {reading}', { reading: `${last.batteryPct}%` })}
        >
          <Slider
            label={say('电量')}
            value={battery ?? 0}
            onChange={(value) => {
              setBattery(value)
              onChange({ batteryPct: value })
            }}
          />
        </Field>
      )}
    </Stack>
  )
}
