import './candidate-list.css'
import { DAY, type Instant } from '@cheyi/domain/time'
import type { CSSProperties } from 'react'
import { cx } from '../../../ui/class-names.ts'
import { Box, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { Tags } from '../../../ui/show/tag.tsx'
import { type Candidate, type Candidates, canTake } from './candidate.ts'
import { axisOf, barsOf, factsOf, groupNames, groupsWithCars, marksOf, neighboursOf, type Stay } from './candidates.ts'

export interface CandidateListProps {
  readonly window: Pick<Candidates, 'from' | 'to'>
  readonly cars: readonly Candidate[]
  readonly stay: Stay
  /** Model of the order: cars of another model show their own. */
  readonly modelId: string
  readonly value: string | null
  readonly onChange: (vehicleId: string) => void
  readonly now: Instant
}

/** Cars for the stay, best first, with their other bookings; one can be chosen. */
export function CandidateList({ window, cars, stay, modelId, value, onChange, now }: CandidateListProps) {
  const days = Math.round((window.to - window.from) / DAY)
  return (
    <div
      role="radiogroup"
      aria-label="车辆"
      // Without selectable cars the list itself takes the focus, so that the keyboard can scroll it.
      tabIndex={cars.some(canTake) ? undefined : 0}
      style={{ '--days': days } as CSSProperties}
    >
      <Box ink={2} size="xs" className="candidate-axis num" aria-hidden="true">
        {axisOf(window, now).map(({ text, left, today }) => (
          <span key={left} style={{ left: `${left}%` }} className={cx(today && 'ink-link weight-b')}>
            {text}
          </span>
        ))}
      </Box>
      <div className="card candidate-card">
        {groupsWithCars(cars).map(({ group, cars: members }) => (
          <section key={group} className="lined" aria-label={groupNames[group]}>
            <Note pad={[10, 16, 2]} num>
              {groupNames[group]} {members.length}
            </Note>
            {members.map((car, index) => (
              <CandidateRow
                key={car.vehicleId}
                car={car}
                marks={marksOf(car, group === 'recommended' && index === 0)}
                facts={factsOf(car, car.modelId !== modelId)}
                near={neighboursOf(car, now)}
                bars={barsOf(car, window, stay)}
                on={car.vehicleId === value}
                onPick={() => onChange(car.vehicleId)}
              />
            ))}
          </section>
        ))}
      </div>
      <Row
        gap={[4, 16]}
        pad={[10, 4, 0]}
        align="stretch"
        wrap
        ink={2}
        size="xs"
        className="candidate-legend"
        aria-hidden="true"
      >
        {Object.entries({ own: '本单', order: '已占用', work: '维保调车', stop: '停用' }).map(([kind, name]) => (
          <Row as="span" key={kind} gap={4} className={kindLooks[kind]}>
            {name}
          </Row>
        ))}
      </Row>
    </div>
  )
}

const kindLooks: Readonly<Record<string, string>> = {
  own: 'candidate-own',
  order: 'candidate-order',
  work: 'tone-warning',
  stop: 'tone-danger',
}

interface RowProps {
  readonly car: Candidate
  readonly marks: ReturnType<typeof marksOf>
  readonly facts: string
  readonly near: string
  readonly bars: ReturnType<typeof barsOf>
  readonly on: boolean
  readonly onPick: () => void
}

function CandidateRow({ car, marks, facts, near, bars, on, onPick }: RowProps) {
  const open = canTake(car)
  return (
    <label className={cx('candidate lined', on && 'candidate-on', !open && 'candidate-off')}>
      <input
        type="radio"
        className="choice-box choice-round"
        name="candidate"
        checked={on}
        disabled={!open}
        onChange={onPick}
      />
      <Stack as="span" gap={4} grow>
        <Row as="span" gap={[4, 8]} wrap>
          <Plate plate={car.plate} />
          <Tags of={marks} />
        </Row>
        <Text note num>
          {facts}
        </Text>
        {near && (
          <Text note num>
            {near}
          </Text>
        )}
        <Text top={4} block className="candidate-bars" aria-hidden="true">
          {bars.map(({ left, width, label, kind }) => (
            <span
              key={`${kind}${left}`}
              className={cx('candidate-bar', kindLooks[kind])}
              style={{ left: `${left}%`, width: `${width}%` }}
            >
              {label}
            </span>
          ))}
        </Text>
        {car.why && (
          <Text ink={!open ? 'danger' : 'warning'} size="s">
            {car.why}
          </Text>
        )}
      </Stack>
    </label>
  )
}
