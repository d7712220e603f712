import type { ReactNode } from 'react'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { refusedAs } from '../../../kernel/call/refused.ts'
import { Answer, type AnswerProps } from '../../../page/answer.tsx'
import { Page } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import type { Pass } from './use-pass.ts'

interface GateProps<D, T> {
  /** What the link holds. */
  readonly t: string
  readonly pass: Pass
  /** What the link alone shows. */
  readonly door: AnswerProps<D>['of']
  /** What the pass shows. */
  readonly inside: AnswerProps<T>['of']
  /** Why a link that opens nothing does not. */
  readonly expired: string
  /** With the pass it stands before the door all the same: too early. */
  readonly waits?: (failure: CallFailure) => boolean
  /** @param why it stands there again: the pass ended, or another phone has it */
  readonly Door: (facts: D, why: string | undefined) => ReactNode
  readonly children: (answer: T) => ReactNode
}

const isExpired = refusedAs('linkExpired')
const isEnded = refusedAs('passElsewhere', 'passEnded')

/** What a customer's link opens: first the door, then, with the pass, what is behind it. */
export function Gate<D, T>({ t, pass, door, inside, expired, waits, Door, children }: GateProps<D, T>) {
  const refused = (is: (failure: CallFailure) => boolean) => inside.error !== null && is(inside.error)
  if (t === '' || (door.error && isExpired(door.error)) || refused(isExpired))
    return (
      <Page onBack={null}>
        <Empty title="链接已失效" note={expired} />
      </Page>
    )
  const ended = refused(isEnded)
  if (pass.held === null || ended || (waits !== undefined && refused(waits)))
    return (
      <Page onBack={null}>
        <Answer of={door} cards={2} shape="detail">
          {(facts) => Door(facts, ended ? inside.error?.message : undefined)}
        </Answer>
      </Page>
    )
  if (inside.data === undefined)
    return (
      <Page onBack={null}>
        <Answer of={inside} cards={3} shape="detail">
          {() => null}
        </Answer>
      </Page>
    )
  return children(inside.data)
}
