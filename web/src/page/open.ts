import type { ReactNode } from 'react'
import { feedback } from '../kernel/call/feedback.ts'
import { say } from '../words/words.ts'
import type { Asks } from './opened-sheet.tsx'
import { currentPlace } from './place.ts'

type AnswerOf<P> = P extends Asks<infer Answer> ? Answer : never

/** Place of the component whose code is loading. */
let asking: string | undefined

/**
 * Opens a sheet or dialog over the current page, like a question:
 * `const refused = await open(() => import('./refuse-sheet.tsx'), { orderId })`. Its code loads with the first opening,
 * and the page needs no state for the open sheet. Its props do not change while it is open: it reads by id what must
 * stay up to date.
 * @returns its answer, or undefined when it was closed, the page below was left, or its code failed to load
 */
export async function open<P extends Asks<never>>(
  load: () => Promise<{ readonly default: (props: P) => ReactNode }>,
  props: Omit<P, keyof Asks<never>>,
): Promise<AnswerOf<P> | undefined> {
  // A second tap while the code is loading requests the same sheet.
  const place = currentPlace()
  if (asking === place) return undefined
  asking = place
  const code = await Promise.all([import('./opened.tsx'), load()]).catch(() => null)
  if (asking === place) asking = undefined
  // The user has left the page: the sheet must not open on another one.
  if (currentPlace() !== place) return undefined
  if (code !== null) return code[0].show(code[1].default as (props: object) => ReactNode, props, place)
  feedback.toast(say('网络不稳定，请稍后重试'), 'error')
  return undefined
}
