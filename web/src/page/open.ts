import type { ReactNode } from 'react'
import { feedback } from '../kernel/call/calls.ts'
import type { ConfirmOptions } from '../ui/modal/dialog.tsx'
import type { Action } from '../ui/modal/sheet.tsx'
import { say } from '../words/words.ts'
import type { Asks } from './opened.tsx'
import { currentPlace } from './place.ts'

type Opened<P> = (props: P) => ReactNode
type PropsOf<C> = C extends Opened<infer P> ? P : never
type Given<P> = Omit<P, keyof Asks<never>>
type AnswerOf<P> = Promise<(P extends Asks<infer Answer> ? Answer : never) | undefined>

/** Place of the component whose code is loading. */
let asking: string | undefined

/**
 * Opens a sheet or dialog over the current page, like a question:
 * `const refused = await open(() => import('./refuse-sheet.tsx'), { orderId })`. Its code loads with the first opening,
 * and the page needs no state for the open sheet. Its props do not change while it is open: it reads by id what must
 * stay up to date. Small sheets of one page share a file, of which one is named: `open(sheets, 'RefuseSheet', { orderId })`.
 * @returns its answer, or undefined when it was closed, the page below was left, or its code failed to load
 */
export function open<P extends Asks<never>>(
  load: () => Promise<{ readonly default: Opened<P> }>,
  props: Given<P>,
): AnswerOf<P>
export function open<M, K extends keyof M>(
  load: () => Promise<M>,
  name: K,
  props: Given<PropsOf<M[K]>>,
): AnswerOf<PropsOf<M[K]>>
export async function open(load: () => Promise<object>, ...[name, given]: readonly unknown[]): Promise<unknown> {
  const [key, props] = typeof name === 'string' ? [name, given] : ['default', name]
  // A second tap while the code is loading requests the same sheet.
  const place = currentPlace()
  if (asking === place) return undefined
  asking = place
  const code = await Promise.all([import('./opened.tsx'), load()]).catch(() => null)
  if (asking === place) asking = undefined
  // The user has left the page: the sheet must not open on another one.
  if (currentPlace() !== place) return undefined
  if (code !== null) {
    const [{ show }, sheets] = code
    return show((sheets as Readonly<Record<string, Opened<object>>>)[key]!, props as object, place)
  }
  feedback.toast(say('网络不稳定，请稍后重试'), 'error')
  return undefined
}

/** Asks whether something is done. Returns true when confirmed; false for Esc, the mask and the cancel button, which all do nothing. */
export const confirm = async (options: ConfirmOptions): Promise<boolean> => (await decide(options)) === true

/** Asks which of two things is done. @returns true or false by the buttons; undefined for Esc, the mask and going back, which decide nothing */
export const decide = (options: ConfirmOptions): Promise<boolean | undefined> =>
  open(() => import('./confirm-dialog.tsx'), options)

/** A list of actions to choose from. @returns the key of the chosen one, or undefined when it was closed */
export const choose = (title: string, actions: readonly Action[]): Promise<string | undefined> =>
  open(() => import('./choose-sheet.tsx'), { title, actions })
