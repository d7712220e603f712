import { formatKm } from '@cheyi/domain/length'
import { inventoryCorrectOdometer } from '../../../form/calls/inventory-correct-odometer.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { NumberField, TextAreaField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Field, TextInput } from '../../../ui/field/field.tsx'
import type { VehicleDetail } from '../parts/vehicle-words.ts'

/** The only way to lower an odometer reading: it needs a reason, which is logged. */
export default function OdometerSheet({ vehicle, answer }: { readonly vehicle: VehicleDetail } & Asks<true>) {
  const { vehicleId, version, odometerKm } = vehicle
  const form = useEntry(inventoryCorrectOdometer, {
    start: { vehicleId, version },
    toast: '里程已更正',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="更正里程" of={form} action="保存">
      <Field label="当前">
        <TextInput value={formatKm(odometerKm)} readOnly className="num" />
      </Field>
      <NumberField of={form.fields.odometerKm} label="实际里程" unit="km" />
      <TextAreaField of={form.fields.reason} />
    </EntrySheet>
  )
}
