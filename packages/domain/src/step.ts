import type { PermissionKey } from './permission.ts'
import type { RefusalDetail, RefusalKey } from './refusal.ts'

/*
 * State machines as data. Texts of refusals are not imported here (advance.ts does), because pages only check what
 * is possible, and the catalogue is 5 KB.
 */

/** Why something is not allowed: the key of the refusal. */
export interface Block {
  readonly key: RefusalKey
  readonly detail?: RefusalDetail
}

/** A condition over facts that were loaded before; null allows the step. */
export type Guard<F> = (facts: F) => Block | null

/**
 * One action of a machine. `to` is the status it leads to; `'same'` does not change the status (the action is only
 * allowed there); a record gives a target per `from`; a list leaves it to `choose`, which may return no other.
 */
export interface Step<S extends number = number, F = never> {
  readonly from: readonly S[]
  readonly to: S | 'same' | readonly S[] | Readonly<Partial<Record<S, S>>>
  readonly choose?: (facts: F) => S
  readonly guard?: Guard<F>
  /** The permission that a user needs; `system` steps are taken by jobs and callbacks only. */
  readonly by?: PermissionKey | 'system'
  /** Statuses with a more specific refusal than the machine's own. */
  readonly refuses?: Readonly<Partial<Record<S, RefusalKey>>>
}

/** A state machine as data. Anything that is not listed is impossible. */
export interface Machine<
  S extends number = number,
  T extends Readonly<Record<string, Step<S>>> = Record<string, Step<S>>,
> {
  /** Statuses a row may be created in. */
  readonly entry: readonly S[]
  /** Statuses that a row may stay in forever. */
  readonly final: readonly S[]
  /** The refusal of an unlisted move. */
  readonly refusal: RefusalKey
  readonly steps: T
}

export type ActionOf<M> = M extends Machine<infer _S, infer T> ? keyof T & string : never
export type StatusOf<M> = M extends Machine<infer S, infer _T> ? S : never

type FactsOf<T> = (T extends { readonly guard: (facts: infer G) => unknown } ? G : unknown) &
  (T extends { readonly choose: (facts: infer C) => unknown } ? C : unknown)
type StepOf<M, A> = M extends { readonly steps: infer T } ? (A extends keyof T ? T[A] : never) : never
type KeyOf<M, A> = A extends unknown
  ? StepOf<M, A> extends { readonly by: infer K extends PermissionKey | 'system' }
    ? K
    : 'system'
  : never
/** The facts of an action: one argument, or none when it has neither guard nor choice. */
export type FactsArgs<M, A> = unknown extends FactsOf<StepOf<M, A>> ? [] : [facts: FactsOf<StepOf<M, A>>]

/**
 * Declares a machine over the statuses of an enumeration and checks it on load: every status can be reached, and
 * every status except the final ones can be left. A wrong table never serves a request.
 */
export function machine<S extends number, const T extends Readonly<Record<string, Step<S>>>>(
  statuses: { readonly values: readonly S[] },
  table: Machine<NoInfer<S>, T>,
): Machine<S, T> {
  const reached = new Set<number>(table.entry)
  for (let grown = true; grown; ) {
    grown = false
    for (const step of Object.values(table.steps)) {
      for (const from of step.from) {
        if (!reached.has(from)) continue
        for (const to of targets(step, from)) {
          if (reached.has(to)) continue
          reached.add(to)
          grown = true
        }
      }
    }
  }
  for (const status of statuses.values) {
    if (!reached.has(status)) throw new Error(`status ${status} cannot be reached`)
    const left = Object.values(table.steps).some(
      (step) => step.from.includes(status) && targets(step, status).some((to) => to !== status),
    )
    if (!left && !table.final.includes(status)) throw new Error(`status ${status} cannot be left`)
  }
  return table
}

/** The statuses that a step may lead to from one of its own. */
export function targets<S extends number>(step: Step<S>, from: S): readonly S[] {
  const { to } = step
  if (to === 'same') return [from]
  if (typeof to === 'number') return [to]
  if (Array.isArray(to)) return to
  const one = (to as Readonly<Partial<Record<S, S>>>)[from]
  if (one === undefined) throw new Error(`no target from status ${from}`)
  return [one]
}

/** Whether an action is possible, and if not, its refusal; `refusalMessage` has the text. */
export type Can = { readonly ok: true } | ({ readonly ok: false } & Block)

/** Checks a step against a status, and against the facts when they are known. */
export function can<M extends Machine, A extends ActionOf<M>>(
  table: M,
  action: A,
  status: number,
  ...facts: FactsArgs<M, A> | []
): Can {
  const block = blockOf(table, action, status, facts)
  return block === null ? { ok: true } : { ok: false, ...block }
}

/** The statuses in which an action is allowed, for queries such as "all orders that can be picked up". */
export const startsOf = <M extends Machine, A extends ActionOf<M>>(table: M, action: A): readonly StatusOf<M>[] =>
  stepOf(table, action).from as readonly StatusOf<M>[]

/** Whether an action is listed for a status; its guard may still refuse it. */
export const startsAt = <M extends Machine>(table: M, action: ActionOf<M>, status: number): boolean =>
  startsOf(table, action).some((from) => from === status)

/** The permission that a user needs for an action; `system` when only jobs may take it. */
export const keyOf = <M extends Machine, A extends ActionOf<M>>(table: M, action: A): KeyOf<M, A> =>
  (stepOf(table, action).by ?? 'system') as KeyOf<M, A>

/** @throws Error for a name that the machine does not have */
export const stepOf = (table: Machine, action: string): Step => {
  const step = table.steps[action]
  if (step === undefined) throw new Error(`unknown action ${action}`)
  return step
}

/** What forbids an action in a status, and with known facts; null when it is allowed. */
export function blockOf(table: Machine, action: string, status: number, facts: readonly unknown[]): Block | null {
  const step = stepOf(table, action)
  if (!step.from.includes(status)) return { key: step.refuses?.[status] ?? table.refusal }
  if (step.guard === undefined || facts.length === 0) return null
  return step.guard(facts[0] as never)
}
