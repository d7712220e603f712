import type { ReactNode } from 'react'
import { Figures } from './figures.tsx'
import type { Home } from './home-words.ts'
import { QuickActions } from './quick-actions.tsx'
import type { Counter } from './todo-words.ts'

export interface SideProps {
  readonly home: Home | undefined
  readonly counters: readonly Counter[]
}

/** Beside or below the to-dos: quick actions, and the figures of the day. */
export default function HomeSide({ home, counters }: SideProps): ReactNode {
  return (
    <div className="home-side">
      <QuickActions counters={counters} />
      <Figures home={home} />
    </div>
  )
}
