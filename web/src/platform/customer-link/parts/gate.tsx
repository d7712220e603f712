import type { ReactNode } from 'react'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { Answer, type AnswerProps, Page } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { say } from '../../../words/words.ts'
import type { Pass } from './use-pass.ts'

interface GateProps<D, T> {
  /** The token of the link. */
  readonly t: string
  readonly pass: Pass
  /** The query that needs the link only. */
  readonly door: AnswerProps<D>['of']
  /** The query that needs the pass. */
  readonly inside: AnswerProps<T>['of']
  /** The message for a link that is not valid any more. */
  readonly expired: string
  /** Refusals that show the `Door` although the pass is valid: too early. */
  readonly waits?: (failure: CallFailure) => boolean
  /** @param why the reason if it is shown again: the pass has expired, or another phone has taken it */
  readonly Door: (facts: D, why: string | undefined) => ReactNode
  readonly children: (answer: T) => ReactNode
}

const isExpired = isRefusedFor('linkExpired')
const isEnded = isRefusedFor('passElsewhere', 'passEnded')

/** The page of a customer's link: the verification page (`Door`) without a pass, and its content with one. */
export function Gate<D, T>({ t, pass, door, inside, expired, waits, Door, children }: GateProps<D, T>) {
  const refused = (is: (failure: CallFailure) => boolean) => inside.error !== null && is(inside.error)
  if (t === '' || (door.error && isExpired(door.error)) || refused(isExpired))
    return (
      <Page onBack={null}>
        <Empty title={say('链接已失效')} note={expired} />
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
