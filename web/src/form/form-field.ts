import type { Rules } from '@cheyi/contract/kernel/form-table'
import type { Problems } from './form-call.ts'

/** One field of a form, as a component takes it: `of={form.fields.brand}`. */
export interface FormField<V> {
  /** Its path in the input. */
  readonly name: string
  readonly rules: Rules
  readonly value: V
  set(value: V): void
  /** All messages of the form, by path. */
  readonly problems: Problems
  /** Validates the field when it loses the focus and shows its error. @returns whether it is valid */
  readonly check: () => boolean
  /** The value that another user saved meanwhile, while the conflict is open. */
  readonly theirs?: { readonly value: V }
  readonly decide: (take: 'mine' | 'theirs') => void
}

/** The first error of a field or of a value inside it. */
export function errorOf({ name, problems }: Pick<FormField<never>, 'name' | 'problems'>): string | undefined {
  const path = Object.keys(problems).find((one) => one === name || one.startsWith(`${name}.`))
  return path === undefined ? undefined : problems[path]
}

/** Whether a field may stay empty. */
export const isOptional = ({ missing, none }: Rules): boolean => missing === undefined || none === true

/**
 * A field of a record that is itself a field: `part(fields.settings, 'graceMinutes')`. A conflict concerns the whole
 * record.
 */
export const part = <V extends object, K extends keyof V & string>(
  of: FormField<V | null>,
  name: K,
): FormField<V[K] | null> => ({
  name: `${of.name}.${name}`,
  rules: of.rules.fields?.[name] ?? {},
  value: of.value?.[name] ?? null,
  set: (value) => of.set({ ...(of.value as V), [name]: value }),
  problems: of.problems,
  check: of.check,
  decide: of.decide,
})

/** A field without a form and without messages. `label` when its control has no label of its own. */
export const fieldBeside = <V>(name: string, value: V, set: (value: V) => void, label?: string): FormField<V> => ({
  name,
  rules: label === undefined ? {} : { label },
  value,
  set,
  problems: {},
  check: () => true,
  decide: () => {},
})

/** The values of a state as fields, each with its messages; whether one may stay empty is said where it is drawn. */
export const fieldsOf = <T extends object>(value: T, write: (more: Partial<T>) => void, problems: Problems = {}) =>
  new Proxy({} as { readonly [K in keyof T]-?: FormField<T[K]> }, {
    get: (_, name: string) => ({
      ...fieldBeside(name, value[name as keyof T], (one) => write({ [name]: one } as Partial<T>)),
      rules: { missing: '' },
      problems,
    }),
  })

/** The label of a field as the name of its radio buttons or chips, for screen readers. */
export const labelOf = (of: Pick<FormField<never>, 'rules'>, label: unknown): string =>
  typeof label === 'string' ? label : (of.rules.label ?? '')
