import './card.css'
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { Icon } from '../../../../ui/icon.tsx'
import { Disc } from '../../../../ui/layout.tsx'
import type { Places } from '../flow.ts'
import { type FlowCard, type Gap, gapsIn } from './cards.ts'

interface FlowCardProps {
  readonly flow: Places
  readonly card: FlowCard
  /** What keeps the handover from being confirmed, of all cards. */
  readonly gaps: readonly (Gap & { readonly text: string })[]
  readonly title: ReactNode
  /** Under the title, once nothing is missing. */
  readonly note: ReactNode
  /** Something is typed in it: once open it stays, so that nothing moves under the fingers. */
  readonly typed?: boolean
  readonly children: ReactNode
}

/** One of the cards of a handover: closed with a tick when nothing is missing, open where something is. */
export function HandoverCard({ flow, card, gaps, title, note, typed = false, children }: FlowCardProps) {
  const { place, go } = flow
  const missing = gapsIn(card, gaps)
  const done = missing.length === 0
  const id = useId()
  // The first step is where a flow begins that nobody pointed into.
  const [told, tell] = useState<boolean | undefined>(() =>
    place.step > 1 && card.steps.includes(place.step) ? true : undefined,
  )
  // Also when what is typed there comes to be asked for later.
  if (typed && !done && told === undefined) tell(true)
  const open = told ?? !done
  const [begun] = useState(place)
  const [shown, show] = useState(place)
  const pointed = useEffectEvent(() => {
    if ((place === begun && place.step === 1) || !card.steps.includes(place.step)) return
    tell(true)
    show(place)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place each time.
  useEffect(() => pointed(), [place])
  // A card that was closed has its content by now.
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
            <small>{done ? note : missing.map(({ text }) => text).join('；')}</small>
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

/** The part of a card in which a step is done. */
export const Place = ({ step, children }: { step: number; children: ReactNode }) => (
  <div id={placeId(step)} className="handover-place">
    {children}
  </div>
)
