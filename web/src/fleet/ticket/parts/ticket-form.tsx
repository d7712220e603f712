import { ticketPriority } from '@cheyi/domain/fleet/ticket/codes'
import { isOpenTicket } from '@cheyi/domain/fleet/ticket/kinds'
import type { TicketProfile } from '@cheyi/domain/fleet/ticket/ticket'
import type { ComponentType, ReactNode } from 'react'
import type { ticketMaintenanceCreate } from '../../../form/calls/ticket-maintenance-create.gen.ts'
import type { FormCall, StartOf, Typed } from '../../../form/form-call.ts'
import { SelectField } from '../../../form/select-field.tsx'
import type { Entry } from '../../../form/use-entry.ts'
import { ask, calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { Page, useAnswers } from '../../../page/page.tsx'
import type { Handed } from '../../../platform/referral/parts/handed.tsx'
import { Card, Notice } from '../../../ui/layout.tsx'
import { screensOf } from '../screens.ts'
import { CarLine } from './car-line.tsx'
import { firstCars, instantOf, useCars } from './car-options.ts'
import type { GarageFieldProps } from './garage-field.tsx'
import { PlanPage } from './plan-page.tsx'
import { type PlanOf, planProblems } from './plan-times.tsx'
import type { Effect, TicketRow } from './ticket-words.ts'
import { usePlanEntry } from './use-plan-entry.ts'

export type Car = OutputOf<typeof calls.ticket.vehicles>[number]

/** The fields of a new ticket of any kind. */
interface CreateInput {
  readonly vehicleId: string
  readonly planStart?: number | string
  readonly planEnd?: number | string
  readonly assigneeId?: string
  readonly priority?: 1 | 2
  readonly remark?: string
  readonly forceReason?: string
}

/** The fields of a changed ticket of any kind. */
interface EditInput extends Omit<CreateInput, 'vehicleId'> {
  readonly ticketId: string
  readonly version: number
}

type Created = Effect & { readonly ticketId: string }
export type Planned = TicketRow & { readonly remark: string; readonly odometerKm: number }

/** The fields that `Fields` of a kind draws, by the call that changes a ticket. */
export interface PlanFieldsProps<C> extends Omit<PlanOf, 'fields'> {
  readonly fields: C extends FormCall<infer I, infer _O>
    ? Omit<Entry<I, unknown>['fields'], 'ticketId' | 'version' | 'confirm' | 'force'>
    : never
  /** The store whose car it is; undefined until a car is chosen. */
  readonly storeId: string | undefined
  readonly garage?: GarageFieldProps['current']
}

/** What is to be known of the chosen car. */
export interface CarNoticesProps {
  readonly car: Car
  readonly planStart: number | string | null
}

/** The forms of one kind of ticket. */
interface TicketForm<C, E, O, T> {
  readonly of: TicketProfile
  readonly create: FormCall<C, O>
  readonly edit: FormCall<E, Effect>
  /** The order in which cars are offered, and what is said of each. */
  readonly cars: Parameters<typeof useCars>[0]
  readonly options: (cars: readonly Car[]) => readonly { value: string; label: string; note: string }[]
  /** Initial values of a new ticket besides those of every kind. */
  readonly start?: Partial<Typed<C>>
  /** The values of a ticket, besides those of every kind, when its form is opened. */
  readonly stored: (ticket: T) => Partial<Typed<E>>
  readonly garageOf?: (ticket: T) => GarageFieldProps['current']
  /** What the effect on orders depends on besides the period and the car. */
  readonly depends?: (value: Omit<Typed<E>, 'ticketId' | 'version'>) => string
  /** Plan and details, with the effect of the plan on the orders of the car. */
  readonly Fields: ComponentType<PlanFieldsProps<FormCall<E, Effect>>>
  readonly CarNotices?: ComponentType<CarNoticesProps>
}

type AnyForm = TicketForm<CreateInput, EditInput, Created, Planned>
/** The values that a new ticket begins with: a link or a damage case gives those of a maintenance too. */
type Given = StartOf<typeof ticketMaintenanceCreate>

/**
 * Declares the create and edit forms of one kind of ticket. The pages below read only the fields that all kinds share, which is why the types
 * of the kind's own fields are dropped.
 */
export const ticketForm = <C extends CreateInput, E extends EditInput, O extends Created, T extends Planned>(
  form: TicketForm<C, E, O, T>,
) => form as unknown as AnyForm

interface NewTicketProps {
  readonly form: AnyForm
  /** The address: the car and an empty stretch of its lane, or a form that a colleague filled in. */
  readonly link: {
    readonly vehicleId?: string
    readonly from: string
    readonly to: string
    readonly referralId?: string
  }
  readonly given?: Given
}

/** The page of a new ticket. */
export function NewTicket({ form, link: { vehicleId, from, to, referralId }, given }: NewTicketProps) {
  if (referralId) return <HandedTicket form={form} referralId={referralId} />
  const stretch = { vehicleId: vehicleId ?? null, planStart: instantOf(from), planEnd: instantOf(to) }
  return <NewTicketForm form={form} given={{ ...stretch, ...given }} />
}

/** The form of a new ticket that a colleague filled in, checked by the server. */
function HandedTicket({ form, referralId }: { readonly form: AnyForm; readonly referralId: string }) {
  const [handed] = useAnswers(ask(calls.referral.draft, { id: referralId }))
  return <NewTicketForm form={form} given={JSON.parse(handed.draft)} handed={handed} referralId={referralId} />
}

interface NewTicketFormProps {
  readonly form: AnyForm
  readonly given: Given
  /** The record that the ticket is for; its car cannot be changed. */
  readonly about?: ReactNode
  readonly handed?: Handed
  readonly referralId?: string
}

export function NewTicketForm({ form, given, about, handed, referralId }: NewTicketFormProps) {
  const { of, create, start, cars: by, options, depends, Fields, CarNotices } = form
  useAnswers(firstCars(by, given.vehicleId ?? undefined))
  const entry = usePlanEntry(create, {
    start: { priority: ticketPriority.normal, ...start, ...given },
    plan: (value) => value,
    car: (value) => [value.vehicleId, depends?.(value)].join(),
    also: (value, forces) => planProblems(of, value, forces),
    said: `${of.noun}已新建`,
    referralId,
    onSent: ({ ticketId }) => go(screensOf(of.kind).detail, { ticketId }, { replace: true }),
  })
  const { fields, value, complete } = entry.form
  const { cars, onSearch } = useCars(by, value.vehicleId)
  const car = cars.find((one) => one.vehicleId === value.vehicleId)
  return (
    <PlanPage entry={entry} action={`新建${of.noun}`} verb="并新建" handed={handed}>
      <Card pad>
        {about}
        <SelectField
          of={fields.vehicleId}
          disabled={given.damageId != null}
          options={options(cars)}
          onSearch={onSearch}
          title="选择车辆"
        />
        {car && CarNotices && <CarNotices car={car} planStart={value.planStart} />}
      </Card>
      <Fields
        fields={fields}
        vehicleId={value.vehicleId}
        storeId={car?.storeId}
        against={entry.against}
        forces={entry.forces}
        form={{ screen: `${of.path}.create`, value: complete }}
      />
    </PlanPage>
  )
}

/** The form that changes a ticket that has not begun, and its fields. */
export function useEditedTicket(
  { of, edit, stored, depends, garageOf, Fields }: AnyForm,
  ticket: Planned,
  onSent: () => void,
) {
  const { ticketId, version, vehicleId, storeId, planStart, planEnd, priority, remark } = ticket
  const assigneeId = ticket.assigneeGone ? null : ticket.assigneeId
  const entry = usePlanEntry(edit, {
    start: { ticketId, version, planStart, planEnd, assigneeId, priority, remark, ...stored(ticket) },
    plan: (value) => value,
    car: depends,
    also: (value, forces) => planProblems(of, value, forces),
    said: `${of.noun}已修改`,
    onSent,
  })
  const fields = (
    <Fields
      fields={entry.form.fields}
      vehicleId={vehicleId}
      storeId={storeId}
      garage={garageOf?.(ticket)}
      ticketId={ticketId}
      against={entry.against}
      forces={entry.forces}
    />
  )
  return { entry, fields }
}

interface EditTicketProps {
  readonly form: AnyForm
  readonly ticket: Planned
  readonly title: string
}

/** The page that changes a ticket. */
export function EditTicket({ form, ticket, title }: EditTicketProps) {
  const { ticketId, kind } = ticket
  const { entry, fields } = useEditedTicket(form, ticket, () =>
    go(screensOf(kind).detail, { ticketId }, { replace: true }),
  )
  return (
    <PlanPage title={title} entry={entry} action="保存" verb="并保存">
      <CarLine ticket={ticket} />
      {fields}
    </PlanPage>
  )
}

interface StepRefusedProps {
  readonly ticket: TicketRow
  readonly title: string
  /** Another reason than the state of the ticket. */
  readonly reason?: string
}

/** The page of a step that is not allowed. */
export const StepRefused = ({ ticket, title, reason }: StepRefusedProps) => (
  <Page title={title}>
    <Notice>{reason ?? (isOpenTicket(ticket) ? '当前工单状态不允许此操作' : '工单已完结')}</Notice>
  </Page>
)
