import './card.css'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { Icon } from '../../../../ui/icon.tsx'
import { Disc } from '../../../../ui/layout.tsx'
import type { Places } from '../flow.ts'
import { type FlowCard, type Gap, gapsIn } from './cards.ts'

interface FlowCardProps {
  readonly flow: Places
  readonly card: FlowCard
  /** Gaps of all cards that block the confirmation. */
  readonly gaps: readonly (Gap & { readonly text: string })[]
  readonly title: ReactNode
  /** Shown under the title once nothing is missing. */
  readonly note: ReactNode
  /** The card has a text field: it stays open once opened, so that the layout does not shift during typing. */
  readonly typed?: boolean
  /** What is missing stands line by line, not as one sentence. */
  readonly lines?: boolean
  readonly children: ReactNode
}

/** One card of a handover: closed with a tick when complete, open when something is missing. */
export function HandoverCard({ flow, card, gaps, title, note, typed = false, lines = false, children }: FlowCardProps) {
  const { place, go } = flow
  const missing = gapsIn(card, gaps)
  const done = missing.length === 0
  const id = useId()
  // Step 1 is the default start, so only a higher step means that the link points to this card.
  const [told, tell] = useState<boolean | undefined>(() =>
    place.step > 1 && card.steps.includes(place.step) ? true : undefined,
  )
  // Also when a field of this card becomes required later.
  if (typed && !done && told === undefined) tell(true)
  const open = told ?? !done
  const [begun] = useState(place)
  const [shown, show] = useState(place)
  const pointed = useEffectEvent(() => {
    if ((place === begun && place.step === 1) || !card.steps.includes(place.step)) return
    tell(true)
    show(place)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `place` is a new object for each navigation.
  useEffect(() => pointed(), [place])
  // Runs after the card was opened, so that its content can be scrolled to.
  useEffect(() => {
    if (shown !== begun || shown.step > 1)
      document.getElementById(placeId(shown.step))?.scrollIntoView({ block: 'start' })
  }, [shown, begun])

  function toggle() {
    if (open) return tell(false)
    tell(true)
    go(missing[0]?.step ?? card.steps[0]!)
  }
  return (
    <section className="card handover-card" data-done={done || undefined}>
      <h2>
        <button type="button" aria-expanded={open} aria-controls={id} onClick={toggle}>
          <Disc across={32} className="handover-card-mark" aria-hidden="true">
            {card.mark}
          </Disc>
          <span className="handover-card-words grow num">
            {title}
            {done ? (
              <small>{note}</small>
            ) : (
              (lines ? missing.map(({ text }) => text) : [missing.map(({ text }) => text).join('；')]).map((text) => (
                <small key={text}>{text}</small>
              ))
            )}
          </span>
          {done && (
            <>
              <Icon name="check" className="ink-success" />
              <span className="visually-hidden">已完成</span>
            </>
          )}
          <Icon name={open ? 'chevron-up' : 'chevron-down'} size={16} />
        </button>
      </h2>
      <div id={id} hidden={!open}>
        {open && children}
      </div>
    </section>
  )
}

const placeId = (step: number): string => `handover-step-${step}`

/** The part of a card that belongs to one step. */
export const Place = ({ step, children }: { step: number; children: ReactNode }) => (
  <div id={placeId(step)} className="handover-place">
    {children}
  </div>
)
