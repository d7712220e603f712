import { Steps } from '../../../../ui/frame/steps.tsx'
import type { Places } from '../flow.ts'
import { type FlowCard, type Gap, gapsIn } from './cards.ts'

interface CardBarProps {
  readonly flow: Places
  /** From top to bottom. */
  readonly cards: readonly FlowCard[]
  readonly gaps: readonly Gap[]
}

/** The cards of a page by their marks; a tap opens one. */
export function CardBar({ flow: { place, go }, cards, gaps }: CardBarProps) {
  return (
    <nav aria-label="办理步骤">
      <Steps
        items={cards.map((card) => ({ label: card.mark, state: gapsIn(card, gaps).length === 0 ? 'done' : 'todo' }))}
        current={cards.findIndex(({ steps }) => steps.includes(place.step))}
        onPick={(index) => go(gapsIn(cards[index]!, gaps)[0]?.step ?? cards[index]!.steps[0]!)}
      />
    </nav>
  )
}
