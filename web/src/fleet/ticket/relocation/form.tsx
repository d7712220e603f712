import { relocationModes, relocationReasons, ticketPriorities } from '@cheyi/domain/fleet/ticket/codes'
import { relocation } from '@cheyi/domain/fleet/ticket/relocation'
import { ticketRelocationCreate } from '../../../form/calls/ticket-relocation-create.gen.ts'
import { ticketRelocationEdit } from '../../../form/calls/ticket-relocation-edit.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { SwitchField, TextAreaField, TextField } from '../../../form/fields.tsx'
import { SelectField } from '../../../form/select-field.tsx'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { Card } from '../../../ui/layout.tsx'
import { carOptions } from '../parts/car-options.ts'
import { AssigneeField, PlanTimes } from '../parts/plan-times.tsx'
import { type PlanFieldsProps, ticketForm } from '../parts/ticket-form.tsx'
import type { Ticket } from './detail/screen.tsx'

export const relocationForm = ticketForm({
  of: relocation,
  create: ticketRelocationCreate,
  edit: ticketRelocationEdit,
  cars: 'free',
  options: carOptions,
  start: { mode: relocationModes.code.driven, changeHome: true },
  stored: ({ toStoreId, reason, mode, carrier, waybill, changeHome }: Ticket) => ({
    ...{ toStoreId, reason, mode, carrier, waybill, changeHome },
  }),
  // A car that keeps its home store stays in the stock of that store.
  depends: ({ toStoreId, changeHome }) => (changeHome === false ? '' : (toStoreId ?? '')),
  Fields,
})

function Fields({ fields, storeId, ...plan }: PlanFieldsProps<typeof ticketRelocationEdit>) {
  const stores = useRead(calls.store.list, {}, { freshFor: 300_000 })
  const toStoreId = fields.toStoreId.value
  const targets = (stores.data ?? [])
    .filter(({ id }) => id !== storeId)
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <Card pad>
        <SelectField of={fields.toStoreId} optional={false} options={targets} title="调入门店" />
        <CodeField of={fields.reason} codes={relocationReasons} />
        <SwitchField of={fields.changeHome} label="到达后归属调入门店" hint="关闭则只是暂时停放，车辆仍属原门店" />
      </Card>
      <Card pad>
        <PlanTimes
          of={relocation}
          plan={{ ...plan, fields }}
          toStoreId={toStoreId !== null && fields.changeHome.value === false ? undefined : toStoreId}
        />
      </Card>
      <Card pad>
        <AssigneeField of={fields.assigneeId} storeId={storeId} label="司机" />
        <CodeField of={fields.mode} optional={false} codes={relocationModes} />
        {fields.mode.value === relocationModes.code.carried && (
          <>
            <TextField of={fields.carrier} />
            <TextField of={fields.waybill} />
          </>
        )}
        <CodeField of={fields.priority} optional={false} codes={ticketPriorities} />
        <TextAreaField of={fields.remark} rows={2} />
      </Card>
    </>
  )
}
