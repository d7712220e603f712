import { Steps } from '../../../../ui/frame/steps.tsx'
import type { Places } from '../flow.ts'
import { type FlowCard, type Gap, gapsIn } from './cards.ts'

interface CardBarProps {
  readonly flow: Places
  /** From top to bottom. */
  readonly cards: readonly FlowCard[]
  readonly gaps: readonly Gap[]
}

/** The cards of a page by their marks; a tap opens one. While the open card has nothing left to do, the next one that has is marked. */
export function CardBar({ flow: { place, go }, cards, gaps }: CardBarProps) {
  const opened = cards.findIndex(({ steps }) => steps.includes(place.step))
  const isDone = (card: FlowCard) => gapsIn(card, gaps).length === 0
  const next = cards.findIndex((card) => !isDone(card))
  return (
    <nav aria-label="办理步骤">
      <Steps
        items={cards.map((card) => ({ label: card.name ?? card.mark, state: isDone(card) ? 'done' : 'todo' }))}
        current={opened >= 0 && next >= 0 && isDone(cards[opened]!) ? next : opened}
        onPick={(index) => go(gapsIn(cards[index]!, gaps)[0]?.step ?? cards[index]!.steps[0]!)}
      />
    </nav>
  )
}
