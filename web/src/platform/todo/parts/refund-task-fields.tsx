import type { RefundTaskKind } from '@cheyi/contract/platform/todo'
import { formatMoment } from '@cheyi/domain/near'
import { refundTaskTimes } from '@cheyi/domain/platform/todo/refund-task'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { Field } from '../../../ui/field/field.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import type { Promised } from './refund-task-words.ts'

export type RefundTasks = OutputOf<typeof calls.todo.refundTasks>

export const refundTaskNames: Readonly<Record<RefundTaskKind, string>> = { deposit: '押金', refund: '退款' }

const ANYBODY = ''

interface RefundTaskFieldsProps {
  readonly kind: RefundTaskKind
  readonly people: RefundTasks['people']
  readonly promised: Promised
  readonly set: (promised: Promised) => void
  readonly now: number
  /** Errors of the server for the person and for the time. */
  readonly errors?: { readonly accountId?: string | undefined; readonly dueAt?: string | undefined }
}

/** Who pays back by hand, chosen from the employees with the permission for it, and until when. */
export function RefundTaskFields({ kind, people, promised, set, now, errors = {} }: RefundTaskFieldsProps) {
  const name = refundTaskNames[kind]
  const times = refundTaskTimes(now).map(({ at, label }) => ({ value: at, label }))
  const { accountId, dueAt } = promised
  const other = dueAt !== null && !times.some(({ value }) => value === dueAt)
  return (
    <>
      <Field label={`${name}由谁办理`} error={errors.accountId}>
        <Select
          title={`${name}由谁办理`}
          options={[
            { value: ANYBODY, label: '任何有权限的同事' },
            ...people.flatMap((one) => (one.kinds.includes(kind) ? [{ value: one.accountId, label: one.name }] : [])),
          ]}
          value={accountId ?? ANYBODY}
          onChange={(id) => set({ ...promised, accountId: id === ANYBODY ? null : id })}
        />
      </Field>
      <Field label={`${name}何时办理`} group optional error={errors.dueAt}>
        <ChipRadios
          look="wrap"
          label={`${name}何时办理`}
          options={other ? [{ value: dueAt, label: formatMoment(dueAt, now) }, ...times] : times}
          value={dueAt ?? undefined}
          onChange={(at) => set({ ...promised, dueAt: at })}
          onClear={() => set({ ...promised, dueAt: null })}
        />
      </Field>
    </>
  )
}
