import './step-list.css'
import type { ReactNode } from 'react'
import { say } from '../../words/words.ts'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { Grow, Note, Row } from '../layout.tsx'

/** Steps one below the other, each with its content. */
export const StepList = ({ children }: { children: ReactNode }) => <ol className="step-list">{children}</ol>

export type StepEntryProps = {
  number: number
  title: string
  /** Status of the step, after its title. */
  tag?: ReactNode
  /** Result of the step, such as its amount, at the right end of the title. */
  end?: ReactNode
  note: ReactNode
  state: 'done' | 'now' | 'late' | 'todo'
  /** Buttons at the right of the note. */
  acts?: ReactNode
  children?: ReactNode
}

/** One step of a `StepList`; its disc lies on the connecting line. */
export const StepEntry = ({ number, title, tag, end, note, state, acts, children }: StepEntryProps) => (
  <li className={cx('step-list-item', `step-list-${state}`)} aria-current={state === 'now' ? 'step' : undefined}>
    <span className="disc step-list-mark num">{state === 'done' ? <Icon name="check" size={14} /> : number}</span>
    <Grow>
      <Row gap={[0, 8]} justify="between" wrap>
        <Row as="h2" gap={[0, 8]} wrap weight="b">
          {title}
          {state === 'done' && tag === undefined && <span className="visually-hidden">{say('，已完成')}</span>}
          {tag}
        </Row>
        {end}
      </Row>
      <Row gap={[8, 8]} justify="between" align="start" wrap>
        <Note grow>{note}</Note>
        {acts}
      </Row>
      {children}
    </Grow>
  </li>
)
