import { useState } from 'react'
import { isStale } from '../../form/stale.ts'
import { faultsOf } from '../../form/use-problems.ts'
import type { CallFailure } from '../../kernel/failure.ts'
import type { Line } from '../parts/changes.tsx'
import type { Theirs } from '../parts/conflict-card.tsx'

/** What every row of the terms has, and every form of one. */
interface Kept {
  readonly id: string
  readonly version: number
}

/** A form that says itself in words, one line a field. */
export interface TermsKind<Row extends Kept, Form extends { readonly enabled: boolean }> {
  /** null: one that is new. */
  readonly formOf: (row: Row | null) => Form
  readonly said: (form: Form) => readonly Said[]
}

export interface Said {
  readonly label: string
  readonly text: string
}

export interface Editing<Row extends Kept, Form> {
  readonly form: Form
  readonly change: (changes: Partial<Form>) => void
  /** Sent beside the fields: what is changed, and the version that was seen. */
  readonly seen: { readonly id?: string; readonly version?: number }
  /** Somebody else saved first. */
  readonly theirs: Theirs<Row> | null
  /** Where theirs and what is typed differ. */
  readonly differences: readonly Line[]
  readonly takeTheirs: () => void
  readonly keepMine: () => void
  /** How the saving call is to be made. */
  readonly writing: {
    readonly handles: (failure: CallFailure) => boolean
    readonly onFailure: (failure: CallFailure) => void
  }
}

/**
 * A row of the terms being edited. A save that meets another one (-5) keeps what is typed and shows both, and asks for
 * the list anew by `onStale`.
 */
export function useTerms<Row extends Kept, Form extends { readonly enabled: boolean }>(
  row: Row | null,
  { formOf, said }: TermsKind<Row, Form>,
  onStale: () => void,
): Editing<Row, Form> {
  const [began, setBegan] = useState(row)
  const [form, setForm] = useState(() => formOf(row))
  const [theirs, setTheirs] = useState<Theirs<Row> | null>(null)
  /** From now on it is theirs that is changed. */
  function goOn() {
    if (theirs === null) return
    setBegan(theirs.current)
    setTheirs(null)
  }
  return {
    form,
    change: (changes) => setForm((old) => ({ ...old, ...changes })),
    seen: began === null ? {} : { id: began.id, version: began.version },
    theirs,
    differences: theirs === null ? [] : differences(said(formOf(theirs.current)), said(form)),
    takeTheirs() {
      if (theirs !== null) setForm(formOf(theirs.current))
      goOn()
    },
    keepMine: goOn,
    writing: {
      handles: (failure) => isStale(failure) || failure.field !== null,
      onFailure(failure) {
        if (!isStale(failure)) return
        setTheirs(failure.data as Theirs<Row>)
        onStale()
      },
    },
  }
}

/** Fields that two forms say differently; one that a form does not have is empty there. */
export function differences(theirs: readonly Said[], mine: readonly Said[]): Line[] {
  const [before, after] = [theirs, mine].map((side) => new Map(side.map(({ label, text }) => [label, text])))
  const labels = [...new Set([...theirs, ...mine].map(({ label }) => label))]
  return labels
    .map((label) => ({ label, before: before!.get(label) ?? '—', after: after!.get(label) ?? '—' }))
    .filter((line) => line.before !== line.after)
}

/** What the server said of a field, for the message beside it. */
export const faultOf =
  (failure: CallFailure | null) =>
  (...fields: readonly string[]): string | undefined =>
    failure === null ? undefined : fields.map((field) => faultsOf(failure)[field]).find(Boolean)

/** 是, 否. */
export const yes = (on: boolean): string => (on ? '是' : '否')
