import type { RefCallback } from 'react'
import { useWrite, type Write } from '../kernel/call/calls.ts'
import type { CallFailure } from '../kernel/call/failure.ts'
import type { WireCall } from '../kernel/call/wire.ts'
import type { Fields, Problems } from './form-call.ts'
import type { FormField } from './form-field.ts'
import { type Found, faultsOf, nonEmptyProblems, useProblems } from './use-problems.ts'

interface FieldsOptions<T, I, O> {
  readonly call: WireCall<I, O>
  readonly rules: Fields
  readonly value: T
  /** Stores the changes. @returns the resulting value */
  readonly put: (more: Partial<T>) => T
  readonly wrong: (value: T) => Problems
  /** Messages of a refusal at a field; in addition to those of the server. */
  readonly faults?: (failure: CallFailure) => Found
  /** Failures that the form handles itself, without a toast. */
  readonly handles?: (failure: CallFailure) => boolean
  readonly onFailure?: (failure: CallFailure) => void
}

/** The values of a call's input: each name is a field. */
export interface Filled<T> {
  readonly value: T
  readonly set: (more: Partial<T>) => void
  /** Every field with its label, value and messages, for the components of this folder: `of={fields.brand}`. */
  readonly fields: { readonly [K in keyof T]: FormField<T[K]> }
  readonly problems: Problems
  /** Shows messages and scrolls to the first one. @returns whether there are none */
  readonly show: (found: Found) => boolean
  /** The server's message, when no field shows it. */
  readonly refused: string | undefined
  /** Ref of the element that contains the fields. */
  readonly frame: RefCallback<HTMLElement>
}

/** The fields of a call's input, with the errors from the contract, the form and the server. */
export function useFields<T extends object, I, O>(
  options: FieldsOptions<T, I, O>,
  beside?: (name: keyof T & string) => Pick<FormField<T[keyof T]>, 'theirs' | 'decide'>,
): Filled<T> & { readonly write: Write<I, O> } {
  const { call, rules, value, put, wrong } = options
  const { problems, show, settle, check, frame } = useProblems()
  const faults = (failure: CallFailure): Problems => ({
    ...Object.fromEntries(Object.entries(faultsOf(failure)).filter(([path]) => path.split('.')[0]! in rules)),
    ...nonEmptyProblems(options.faults?.(failure) ?? {}),
  })
  const isFault = (failure: CallFailure) => Object.keys(faults(failure)).length > 0
  const write = useWrite(call, {
    handles: (failure) => options.handles?.(failure) || isFault(failure),
    onFailure(failure) {
      if (isFault(failure)) show(faults(failure))
      options.onFailure?.(failure)
    },
  })
  const { failure } = write
  const set = (more: Partial<T>) =>
    settle(wrong(put(Object.fromEntries(Object.entries(more).filter(([name]) => name in rules)) as Partial<T>)))
  const fieldOf = (name: keyof T & string): FormField<T[keyof T]> => ({
    name,
    rules: rules[name]!,
    value: value[name],
    set: (one) => set({ [name]: one } as unknown as Partial<T>),
    problems,
    check: () => check(name, wrong(value)),
    decide: () => {},
    ...beside?.(name),
  })
  return {
    value,
    set,
    fields: Object.fromEntries(
      Object.keys(rules).map((name) => [name, fieldOf(name as keyof T & string)]),
    ) as unknown as Filled<T>['fields'],
    problems,
    show,
    refused: failure?.kind === 'refused' && !isFault(failure) ? failure.message : undefined,
    frame,
    write,
  }
}
