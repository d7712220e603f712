import './car-outline.css'
import '../frame/chips.css'
import { type MouseEvent, useState } from 'react'
import { joinWords, say } from '../../words/words.ts'
import { cx } from '../class-names.ts'
import { Row } from '../layout.tsx'
import { Sheet } from '../modal/sheet.tsx'

/** A part of the drawing; `box` in fractions of its width and height, all zero for a part that the drawing does not show. */
export type OutlinePart = {
  readonly code: string
  readonly name: string
  readonly box: readonly [x: number, y: number, width: number, height: number]
}

export type OutlineMark = {
  /** Code of the part. */
  part: string
  /** Position in fractions of the drawing. */
  x: number
  y: number
  /** Found in this inspection: red; otherwise grey. */
  isNew: boolean
}

/** The lines of the car as paths; each side view is moved, then scaled. */
export type OutlineDrawing = {
  readonly width: number
  readonly height: number
  readonly side: string
  readonly sides: readonly { readonly dx: number; readonly dy: number; readonly sx: number; readonly sy: number }[]
  readonly wheels: readonly number[]
  readonly plan: {
    readonly dx: number
    readonly dy: number
    readonly scale: number
    readonly x: number
    readonly y: number
  }
  readonly body: string
  readonly glass: string
  readonly folds: string
}

export type CarOutlineProps = {
  drawing: OutlineDrawing
  /** Right side in the top 27 %, plan in the middle 38 %, left side in the bottom 27 %; the front points left. */
  parts: readonly OutlinePart[]
  /** Numbered from 1 in this order, as in the list below the drawing. */
  marks: readonly OutlineMark[]
  /** Code of the part being marked. */
  selected?: string
  /** A part was chosen, with a position: the tapped point, or its centre when chosen by name. Undefined: read-only. */
  onPart?: (part: string, at: { x: number; y: number }) => void
}

/** Plan and both sides of a car with its damage marks. A tap selects the part below it; the list names every part. */
export default function CarOutline({ drawing, parts, marks, selected, onPart }: CarOutlineProps) {
  const [listed, setListed] = useState(false)
  const { width, height } = drawing
  const box = parts.find((part) => part.code === selected)?.box ?? [0, 0, 0, 0]
  return (
    <div className="well">
      <div className="car-outline-view">
        <span>{say('车头')}</span>
        <div className="car-outline-drawing">
          <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary(parts, marks)}>
            <Lines drawing={drawing} />
            {box[2] > 0 && (
              <rect
                className="car-outline-chosen"
                x={box[0] * width}
                y={box[1] * height}
                width={box[2] * width}
                height={box[3] * height}
                rx="6"
              />
            )}
            {placed(marks).map((mark) => (
              <g
                key={mark.number}
                className={cx('car-outline-mark', mark.isNew && 'car-outline-new')}
                transform={`translate(${mark.x * width + mark.shift} ${mark.y * height})`}
              >
                <circle r="9.5" />
                <text y="3.9">{mark.number}</text>
              </g>
            ))}
          </svg>
          {onPart && (
            <button
              type="button"
              className="car-outline-surface"
              aria-label={say('点车身选择部位')}
              onClick={(event) => {
                const at = pointOf(event)
                const part = at && partAt(parts, at)
                if (part) onPart(part.code, at)
                else setListed(true)
              }}
            />
          )}
        </div>
        <span>{say('车尾')}</span>
      </div>
      {onPart && (
        <>
          <Row gap={[12, 8]} pad={[12, 4, 6]} align="stretch" justify="center" wrap>
            {parts
              .filter((part) => part.box[2] === 0)
              .map((part) => (
                <button
                  key={part.code}
                  type="button"
                  className={cx('chip', 'chip-open', part.code === selected && 'chip-on')}
                  onClick={() => onPart(part.code, middle(part))}
                >
                  {part.name}
                </button>
              ))}
            <button type="button" className="chip chip-open" onClick={() => setListed(true)}>
              {say('按名称选')}
            </button>
          </Row>
          <Sheet open={listed} onClose={() => setListed(false)} title={say('选择部位')}>
            <div className="chip-group-tile">
              {parts.map((part) => (
                <button
                  key={part.code}
                  type="button"
                  className={cx('chip', part.code === selected && 'chip-on')}
                  onClick={() => {
                    setListed(false)
                    onPart(part.code, middle(part))
                  }}
                >
                  {part.name}
                </button>
              ))}
            </div>
          </Sheet>
        </>
      )}
    </div>
  )
}

type Point = { x: number; y: number }

const middle = ({ box: [x, y, width, height] }: OutlinePart): Point => ({ x: x + width / 2, y: y + height / 2 })

/** Position in fractions of the drawing; undefined for a key press, which has no point. */
function pointOf(event: MouseEvent): Point | undefined {
  if (event.detail === 0) return undefined
  const box = event.currentTarget.getBoundingClientRect()
  const share = (at: number, start: number, size: number) => Math.min(1, Math.max(0, (at - start) / size))
  return { x: share(event.clientX, box.left, box.width), y: share(event.clientY, box.top, box.height) }
}

/** The smallest part at the point; outside the car the nearest one, since a finger is wider than a lamp. */
function partAt(parts: readonly OutlinePart[], { x, y }: Point): OutlinePart | undefined {
  const beside = (at: number, start: number, size: number) => Math.max(start - at, 0, at - start - size)
  const ranked = parts
    .filter((part) => part.box[2] > 0)
    .map((part) => ({
      part,
      away: beside(x, part.box[0], part.box[2]) + beside(y, part.box[1], part.box[3]),
      area: part.box[2] * part.box[3],
    }))
    .sort((a, b) => a.away - b.away || a.area - b.area)
  return ranked[0]?.part
}

/** Numbered marks; marks at the same position are placed side by side. */
function placed(marks: readonly OutlineMark[]) {
  return marks.map((mark, index) => {
    const before = marks.slice(0, index).filter((other) => other.x === mark.x && other.y === mark.y).length
    return { ...mark, number: index + 1, shift: before * 15 }
  })
}

function summary(parts: readonly OutlinePart[], marks: readonly OutlineMark[]): string {
  if (marks.length === 0) return say('车身示意图，没有损伤')
  const nameOf = (code: string) => parts.find((part) => part.code === code)?.name ?? ''
  const words = marks.map(
    (mark, index) => `${index + 1} ${joinWords(nameOf(mark.part), mark.isNew ? say('新增') : say('旧伤'))}`,
  )
  return say('车身示意图，{marks}', { marks: words.join(say('，')) })
}

/** The three views, each scaled to the full width; the right side is upside down, with the wheels outside. */
function Lines({ drawing }: { drawing: OutlineDrawing }) {
  const { plan } = drawing
  return (
    <g className="car-outline-lines">
      {drawing.sides.map(({ dx, dy, sx, sy }) => (
        <g key={dy} transform={`translate(${dx} ${dy}) scale(${sx} ${sy})`}>
          <path d={drawing.side} />
          {drawing.wheels.map((x) => (
            <g key={x}>
              <circle className="car-outline-wheel" cx={x} cy="37.2" r="7.5" />
              <circle cx={x} cy="37.2" r="3" />
            </g>
          ))}
        </g>
      ))}
      <g transform={`translate(${plan.dx} ${plan.dy}) scale(${plan.scale}) translate(${plan.x} ${plan.y})`}>
        <path className="car-outline-body" d={drawing.body} />
        <path className="car-outline-glass" d={drawing.glass} />
        <path d={drawing.folds} />
      </g>
    </g>
  )
}
