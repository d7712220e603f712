import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { todo } from '@cheyi/contract/todo'
import { formatMoment } from '@cheyi/domain/near'
import { paybackTimes } from '@cheyi/domain/todo/payback'
import { Field } from '../../ui/field/field.tsx'
import { Select } from '../../ui/field/select.tsx'
import { ChipRadios } from '../../ui/frame/chips.tsx'

export type Paybacks = OutputOf<typeof todo.paybacks>

/** Who pays back later, and until when, epoch ms. */
export interface Promised {
  readonly accountId: string | null
  readonly dueAt: number | null
}

const ANYBODY = ''

interface PaybackFieldsProps {
  readonly people: Paybacks['people']
  readonly promised: Promised
  readonly set: (promised: Promised) => void
  readonly now: number
}

/** Who pays back by hand, and until when. */
export function PaybackFields({ people, promised, set, now }: PaybackFieldsProps) {
  const times = paybackTimes(now).map(({ at, label }) => ({ value: at, label }))
  const { accountId, dueAt } = promised
  const other = dueAt !== null && !times.some(({ value }) => value === dueAt)
  return (
    <>
      <Field label="由谁退还" layout="stack">
        <Select
          title="由谁退还"
          options={[
            { value: ANYBODY, label: '任何有权限的同事' },
            ...people.map((one) => ({ value: one.accountId, label: one.name })),
          ]}
          value={accountId ?? ANYBODY}
          onChange={(id) => set({ ...promised, accountId: id === ANYBODY ? null : id })}
        />
      </Field>
      <Field label="何时退还" layout="stack" group optional>
        <ChipRadios
          look="wrap"
          label="何时退还"
          options={other ? [{ value: dueAt, label: formatMoment(dueAt, now) }, ...times] : times}
          value={dueAt ?? undefined}
          onChange={(at) => set({ ...promised, dueAt: at })}
          onClear={() => set({ ...promised, dueAt: null })}
        />
      </Field>
    </>
  )
}

/** 由王财务今天 18:00 前退还, 由有权限的同事退还. */
export const promisedWords = ({ accountId, dueAt }: Promised, name: string, now: number): string =>
  `由${accountId === null ? '有权限的同事' : name}${dueAt === null ? '' : ` ${formatMoment(dueAt, now)} 前`}退还`
