import { TextField } from '../../../form/fields.tsx'
import type { FormField } from '../../../form/form-field.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout.tsx'

/** Maximum number of suggested garages: they fill one or two lines on a phone. */
const MOST = 4

interface GarageFieldsProps {
  readonly fields: Readonly<Record<'garageName' | 'garagePhone' | 'garageAddress', FormField<string | null>>>
}

/** The garage that a car goes to: typed, or an earlier one, which fills in its phone number and address too. */
export function GarageFields({ fields }: GarageFieldsProps) {
  const garages = useRead(calls.ticket.garages, {}, { freshFor: 60_000 }).data ?? []
  const typed = fields.garageName.value?.trim() ?? ''
  const isTaken = garages.some(({ name }) => name === typed)
  const offered = isTaken ? [] : garages.filter(({ name }) => name.includes(typed)).slice(0, MOST)
  return (
    <>
      <TextField
        of={fields.garageName}
        layout="stack"
        placeholder={garages.length > 0 ? '输入或选择用过的维修厂' : ''}
      />
      {offered.length > 0 && (
        <Row gap={8} wrap role="group" aria-label="用过的维修厂">
          {offered.map(({ name, phone, address }) => (
            <Button
              key={name}
              size="s"
              variant="outline"
              onClick={() => {
                fields.garageName.set(name)
                fields.garagePhone.set(phone)
                fields.garageAddress.set(address)
              }}
            >
              {name}
            </Button>
          ))}
        </Row>
      )}
      <TextField of={fields.garagePhone} layout="stack" inputMode="tel" />
      <TextField of={fields.garageAddress} layout="stack" />
    </>
  )
}
