import './form.css'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

interface ConflictProps {
  /** Who saved what first. */
  readonly title: ReactNode
  /** What is different. */
  readonly children?: ReactNode
  readonly acts: readonly { readonly label: string; readonly onClick: () => void }[]
}

/** Somebody else saved first, and what was changed can only be settled as a whole. Nothing typed is lost. */
export function Conflict({ title, children, acts }: ConflictProps) {
  return (
    <section className="form-conflict" role="alert" aria-label="修改冲突" ref={bringIntoView}>
      <h2>{title}</h2>
      {children}
      <div className="form-choice">
        {acts.map(({ label, onClick }) => (
          <Button key={label} size="s" onClick={onClick}>
            {label}
          </Button>
        ))}
      </div>
    </section>
  )
}

/** The button that was tapped is far below. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
