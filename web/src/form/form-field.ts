import type { Rules } from '@cheyi/contract/kernel/form-table'
import type { Problems } from './form-call.ts'

/** One field of a form, as its component takes it: `of={form.fields.brand}`. */
export interface FormField<V> {
  /** Its path in the input. */
  readonly name: string
  readonly rules: Rules
  readonly value: V
  readonly set: (value: V) => void
  /** All messages of the form, by path. */
  readonly problems: Problems
  /** Shows what is wrong with it now, when it was left; whether nothing is. */
  readonly check: () => boolean
  /** What somebody else saved of it meanwhile, while it is undecided. */
  readonly theirs?: { readonly value: V }
  readonly decide: (take: 'mine' | 'theirs') => void
}

/** The first message of a field or of what lies within it. */
export function errorOf({ name, problems }: Pick<FormField<never>, 'name' | 'problems'>): string | undefined {
  const path = Object.keys(problems).find((one) => one === name || one.startsWith(`${name}.`))
  return path === undefined ? undefined : problems[path]
}

/** Whether a field may stay empty. */
export const isOptional = ({ missing, none }: Rules): boolean => missing === undefined || none === true

/** A field of a record that is itself a field: `part(fields.settings, 'graceMinutes')`. Its conflict is the record's. */
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

/** A field of no form: nothing is said of it. `label` where its control has no label of its own. */
export const fieldBeside = <V>(name: string, value: V, set: (value: V) => void, label?: string): FormField<V> => ({
  name,
  rules: label === undefined ? {} : { label },
  value,
  set,
  problems: {},
  check: () => true,
  decide: () => {},
})
