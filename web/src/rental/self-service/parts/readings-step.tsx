import { formatKm } from '@cheyi/domain/length'
import { readsBattery, readsFuel } from '@cheyi/domain/rental/pickup-return/record'
import { useState } from 'react'
import { Field } from '../../../ui/field/field.tsx'
import { TextInput } from '../../../ui/field/input.tsx'
import { FuelBar, Slider } from '../../../ui/field/range.tsx'
import { Stack } from '../../../ui/layout.tsx'
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
  const [km, setKm] = useState(now.mileageKm === null ? '' : String(now.mileageKm))
  const [fuel, setFuel] = useState(now.fuelEighths)
  const [battery, setBattery] = useState(now.batteryPct)
  return (
    <Stack gap={12} top={10}>
      <Field label="里程" hint={last.mileageKm === null ? undefined : `上次 ${formatKm(last.mileageKm)}`}>
        <TextInput
          className="num"
          inputMode="numeric"
          placeholder="仪表盘读数"
          suffix="km"
          maxLength={7}
          value={km}
          onChange={({ target }) => setKm(target.value.replace(/\D/g, ''))}
          onBlur={() => km !== '' && onChange({ mileageKm: Number(km) })}
        />
      </Field>
      {readsFuel(fuelKind) && (
        <Field
          group
          label={`油量 ${fuel === null ? '未选' : `${fuel}/8`}`}
          hint={last.fuelEighths === null ? undefined : `上次 ${last.fuelEighths}/8`}
        >
          <FuelBar
            label="油量"
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
          label={`电量 ${battery === null ? '未选' : `${battery}%`}`}
          hint={last.batteryPct === null ? undefined : `上次 ${last.batteryPct}%`}
        >
          <Slider
            label="电量"
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
