import './step-list.css'
import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { Grow, Note, Text } from '../layout.tsx'

/** Steps one below the other, each with what is done in it. */
export const StepList = ({ children }: { children: ReactNode }) => <ol className="step-list">{children}</ol>

export type StepEntryProps = {
  number: number
  title: string
  note: string
  /** Done, at hand, or still to come. */
  state: 'done' | 'now' | 'todo'
  children?: ReactNode
}

/** One step of a `StepList`; its disc stands on the line that joins them. */
export const StepEntry = ({ number, title, note, state, children }: StepEntryProps) => (
  <li className={cx('step-list-item', `step-list-${state}`)} aria-current={state === 'now' ? 'step' : undefined}>
    <span className="disc step-list-mark num">{state === 'done' ? <Icon name="check" size={14} /> : number}</span>
    <Grow>
      <Text as="h2" weight="b">
        {title}
        {state === 'done' && <span className="visually-hidden">，已完成</span>}
      </Text>
      <Note>{note}</Note>
      {children}
    </Grow>
  </li>
)
