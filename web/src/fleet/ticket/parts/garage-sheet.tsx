import type { CodeOf } from '@cheyi/domain/enumeration'
import { garageWorks } from '@cheyi/domain/fleet/ticket/codes'
import { ticketGarageCreate } from '../../../form/calls/ticket-garage-create.gen.ts'
import { ticketGarageEdit } from '../../../form/calls/ticket-garage-edit.gen.ts'
import { CodesField } from '../../../form/code-field.tsx'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { SwitchField, TextField } from '../../../form/fields.tsx'
import type { FormCall } from '../../../form/form-call.ts'
import { type Entry, useEntry } from '../../../form/use-entry.ts'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { Asks } from '../../../page/opened.tsx'

export type Garage = OutputOf<typeof calls.ticket.garagePage>['list'][number]

interface GarageSheetProps extends Asks<string> {
  /** null: a new one. */
  readonly garage: Garage | null
  /** Of a new one: what was searched for, the work that it is needed for, and what it is called. */
  readonly name?: string
  readonly work?: CodeOf<typeof garageWorks> | null
  readonly noun?: string
}

/** Creates or edits a garage; the answer is its id. */
export default function GarageSheet({ garage, name = '', work = null, noun = '维修厂', answer }: GarageSheetProps) {
  return garage === null ? (
    <NewGarage start={{ name, works: work === null ? [] : [work] }} noun={noun} answer={answer} />
  ) : (
    <EditGarage garage={garage} answer={answer} />
  )
}

interface NewProps extends Asks<string> {
  readonly start: { readonly name: string; readonly works: CodeOf<typeof garageWorks>[] }
  readonly noun: string
}

function NewGarage({ start, noun, answer }: NewProps) {
  const form = useEntry(ticketGarageCreate, {
    start,
    toast: `${noun}已新建`,
    onSent: ({ garageId }) => answer(garageId),
  })
  return (
    <EntrySheet title={`新建${noun}`} of={form} action="保存">
      <Fields fields={form.fields} />
    </EntrySheet>
  )
}

function EditGarage({ garage, answer }: { readonly garage: Garage } & Asks<string>) {
  const { garageId, version, name, phone, address, works, enabled } = garage
  const form = useEntry(ticketGarageEdit, {
    start: { garageId, version, name, phone, address, works, enabled },
    toast: '维修厂已修改，未完结工单同步更新',
    onSent: () => answer(garageId),
  })
  return (
    <EntrySheet title="修改维修厂" of={form} action="保存">
      <Fields fields={form.fields} />
      <SwitchField of={form.fields.enabled} label="启用" hint="停用后新工单不可选，历史工单保留" />
    </EntrySheet>
  )
}

type CreateInput = typeof ticketGarageCreate extends FormCall<infer I, infer _O> ? I : never

const Fields = ({ fields }: Pick<Entry<CreateInput, unknown>, 'fields'>) => (
  <>
    <TextField of={fields.name} />
    <TextField of={fields.phone} inputMode="tel" />
    <CodesField of={fields.works} codes={garageWorks} />
    <TextField of={fields.address} />
  </>
)
