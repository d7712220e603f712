import { type RefCallback, useState } from 'react'
import { type FormCall, type Problems, problemsOf, sendable } from '../../form/form-call.ts'
import { isStale } from '../../form/stale.ts'
import { faultsOf, useProblems } from '../../form/use-problems.ts'
import { useWrite } from '../../kernel/call/calls.ts'
import type { WireCall } from '../../kernel/call/wire.ts'
import type { Line } from '../parts/changes.tsx'
import type { Theirs } from '../parts/conflict-card.tsx'

/** What every row of the terms has, and every form of one. */
interface Kept {
  readonly id: string
  readonly version: number
}

/** A form that says itself in words, one line a field, and the call that it is sent by. */
export interface TermsKind<Row extends Kept, Form extends { readonly enabled: boolean }, I extends object> {
  readonly by: FormCall<I, unknown>
  /** null: one that is new. */
  readonly formOf: (row: Row | null) => Form
  readonly inputOf: (form: Form) => object
  readonly linesOf: (form: Form) => readonly FieldLine[]
}

export interface FieldLine {
  readonly label: string
  readonly text: string
}

export interface Editing<Row extends Kept, Form> {
  readonly form: Form
  readonly change: (changes: Partial<Form>) => void
  /** One that is added. */
  readonly isNew: boolean
  /** What is wrong at one of these fields of the call; a row of a list by its number. */
  readonly fault: (...paths: readonly string[]) => string | undefined
  readonly frame: RefCallback<HTMLElement>
  /** Answers null when it failed. */
  readonly save: () => Promise<unknown>
  readonly pending: boolean
  /** Somebody else saved first. */
  readonly theirs: Theirs<Row> | null
  /** Where theirs and what is typed differ. */
  readonly differences: readonly Line[]
  readonly takeTheirs: () => void
  readonly keepMine: () => void
}

/**
 * A row of the terms being edited. A save that meets another one (-5) keeps what is typed and shows both, and asks for
 * the list anew by `onStale`.
 */
export function useTerms<Row extends Kept, Form extends { readonly enabled: boolean }, I extends object>(
  row: Row | null,
  { by: { call, fields }, formOf, inputOf, linesOf }: TermsKind<Row, Form, I>,
  onStale: () => void,
): Editing<Row, Form> {
  const [began, setBegan] = useState(row)
  const [form, setForm] = useState(() => formOf(row))
  const [theirs, setTheirs] = useState<Theirs<Row> | null>(null)
  const { problems, show, settle, frame } = useProblems()
  const write = useWrite(call as WireCall<object, unknown>, {
    handles: (failure) => isStale(failure) || failure.field !== null,
    onFailure(failure) {
      show(faultsOf(failure))
      if (!isStale(failure)) return
      setTheirs(failure.data as Theirs<Row>)
      onStale()
    },
  })
  const sentOf = (given: Form) =>
    sendable(fields, { ...inputOf(given), ...(began && { id: began.id, version: began.version }) })
  /** From now on it is theirs that is changed. */
  function goOn() {
    if (theirs === null) return
    setBegan(theirs.current)
    setTheirs(null)
  }
  return {
    form,
    change(changes) {
      const next = { ...form, ...changes }
      setForm(next)
      settle(problemsOf(fields, sentOf(next)))
    },
    isNew: began === null,
    fault: (...paths) =>
      paths.map((path) => problems[path] ?? (path.includes('.') ? within(problems, path) : undefined)).find(Boolean),
    frame,
    async save() {
      const sent = sentOf(form)
      return show(problemsOf(fields, sent)) ? write.run(sent) : null
    },
    pending: write.pending,
    theirs,
    differences: theirs === null ? [] : differences(linesOf(formOf(theirs.current)), linesOf(form)),
    takeTheirs() {
      if (theirs !== null) setForm(formOf(theirs.current))
      goOn()
    },
    keepMine: goOn,
  }
}

/** Fields that two forms say differently; one that a form does not have is empty there. */
export function differences(theirs: readonly FieldLine[], mine: readonly FieldLine[]): Line[] {
  const [before, after] = [theirs, mine].map((side) => new Map(side.map(({ label, text }) => [label, text])))
  const labels = [...new Set([...theirs, ...mine].map(({ label }) => label))]
  return labels
    .map((label) => ({ label, before: before!.get(label) ?? '—', after: after!.get(label) ?? '—' }))
    .filter((line) => line.before !== line.after)
}

const within = (problems: Problems, path: string): string | undefined =>
  Object.entries(problems).find(([one]) => one.startsWith(`${path}.`))?.[1]

/** 是, 否. */
export const yes = (on: boolean): string => (on ? '是' : '否')
