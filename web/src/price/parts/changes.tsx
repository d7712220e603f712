import './changes.css'
import { formatMoment } from '@cheyi/domain/near'

export interface Line {
  readonly label: string
  readonly before: string
  readonly after: string
}

/** What changes, line by line: 平日价 200.00元 → 210.00元. */
export function ChangeLines({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="change-lines num">
      {lines.map((line) => (
        <li key={line.label}>
          <span>{line.label}</span>
          <span>
            <s>{line.before}</s> → <b>{line.after}</b>
          </span>
        </li>
      ))}
    </ul>
  )
}

export const momentText = (at: number, now: number): string => formatMoment(at, now)
