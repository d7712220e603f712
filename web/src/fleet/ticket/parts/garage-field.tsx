import type { CodeOf } from '@cheyi/domain/enumeration'
import { garageWork, type garageWorks } from '@cheyi/domain/fleet/ticket/codes'
import type { RowProps } from '../../../form/field-row.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { open } from '../../../page/open.ts'

export interface GarageFieldProps extends RowProps<string | null> {
  /** Garages that do this work are offered first; null: any maintenance. */
  readonly work: CodeOf<typeof garageWorks> | null
  /** The present one, which may be disabled and is then offered nowhere else. */
  readonly current?: { readonly garageId: string | null; readonly name: string }
}

/** The garage that a car goes to, or its inspection station: chosen, or created with its name and phone number. */
export function GarageField({ of, work, current, ...row }: GarageFieldProps) {
  const all = useRead(calls.ticket.garages, {}, { freshFor: 60_000 }).data ?? []
  const does = ({ works }: (typeof all)[number]) =>
    works.some((one) => (work === null ? one !== garageWork.inspection : one === work))
  const garages = [...all.filter(does), ...all.filter((one) => !does(one))]
  const gone = current?.garageId && !all.some(({ garageId }) => garageId === current.garageId)
  const noun = work === garageWork.inspection ? '检测机构' : '维修厂'
  async function add(name: string) {
    const garageId = await open(() => import('./garage-sheet.tsx'), { garage: null, name, work, noun })
    if (garageId !== undefined) of.set(garageId)
  }
  return (
    <SelectField
      {...row}
      of={of}
      title={`选择${noun}`}
      options={[
        ...(gone ? [{ value: current.garageId, label: current.name }] : []),
        ...garages.map(({ garageId, name, phone, address }) => ({
          value: garageId,
          label: name,
          note: [phone, address].filter(Boolean).join(' · '),
        })),
      ]}
      add={{ label: `新建${noun}`, run: (sought) => void add(sought) }}
    />
  )
}
