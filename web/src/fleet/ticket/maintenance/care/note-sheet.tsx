import { formatKm } from '@cheyi/domain/length'
import { localDate } from '@cheyi/domain/time'
import { ticketCareNote } from '../../../../form/calls/ticket-care-note.gen.ts'
import { DateField } from '../../../../form/date-field.tsx'
import { EntrySheet } from '../../../../form/entry-sheet.tsx'
import { NumberField } from '../../../../form/fields.tsx'
import { useEntry } from '../../../../form/use-entry.ts'
import { useNow } from '../../../../kernel/now.ts'
import type { Asks } from '../../../../page/opened.tsx'
import { Notice } from '../../../../ui/layout.tsx'
import type { CareCar } from './screen.tsx'

/** Records maintenance that was done without a ticket; the next due date and mileage are computed from it. */
export default function NoteSheet({ car, answer }: { readonly car: CareCar } & Asks<boolean>) {
  const today = localDate(useNow())
  const form = useEntry(ticketCareNote, {
    start: { vehicleId: car.vehicleId, km: car.careKm, on: car.careOn },
    also: (_, { km, on, nextKm, nextOn }) => ({
      km: km !== null && km > car.odometerKm && `不能大于当前里程 ${formatKm(car.odometerKm)}`,
      on: on !== null && on > today && '保养日期不能晚于今天',
      nextKm: nextKm !== null && km !== null && nextKm <= km && '须大于本次里程',
      nextOn: nextOn !== null && on !== null && nextOn <= on && '须晚于本次',
    }),
    toast: '保养已登记',
    onSent: () => answer(true),
  })
  const { fields } = form
  return (
    <EntrySheet title="登记保养" of={form} action="保存">
      <Notice>补记未建工单的保养，下次保养按它推算</Notice>
      <NumberField of={fields.km} unit="km" optional={false} hint={`不大于 ${formatKm(car.odometerKm)}`} />
      <DateField of={fields.on} optional={false} />
      <NumberField of={fields.nextKm} unit="km" hint="维修厂写明时填写" />
      <DateField of={fields.nextOn} ahead />
    </EntrySheet>
  )
}
