import './car-outline.css'
import '../frame/chips.css'
import { type MouseEvent, useState } from 'react'
import { cx } from '../class-names.ts'
import { Sheet } from '../modal/sheet.tsx'

/** A part of the drawing; `box` in fractions of its width and height, all zero for what the drawing cannot show. */
export type OutlinePart = {
  readonly code: string
  readonly name: string
  readonly box: readonly [x: number, y: number, width: number, height: number]
}

export type OutlineMark = {
  /** Code of the part. */
  part: string
  /** Place in fractions of the drawing. */
  x: number
  y: number
  /** Found this time: red; otherwise grey. */
  isNew: boolean
}

export type CarOutlineProps = {
  /** Right side in the top 27 %, plan in the middle 38 %, left side in the bottom 27 %; the nose points left. */
  parts: readonly OutlinePart[]
  /** Numbered from 1 in this order, as in the list under the drawing. */
  marks: readonly OutlineMark[]
  /** Code of the part being marked. */
  selected?: string
  /** A part was chosen, and where: the tapped point, or its middle when chosen by name. Left out: only shows. */
  onPart?: (part: string, at: { x: number; y: number }) => void
}

/** Design pixels of the drawing without its words. */
const WIDTH = 240
const HEIGHT = 256

/** Plan and both sides of a car with its damage marks. A tap means the part under it; the list names every part. */
export default function CarOutline({ parts, marks, selected, onPart }: CarOutlineProps) {
  const [listed, setListed] = useState(false)
  const box = parts.find((part) => part.code === selected)?.box ?? [0, 0, 0, 0]
  return (
    <div className="car-outline well">
      <div className="car-outline-view">
        <span>车头</span>
        <div className="car-outline-drawing">
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary(parts, marks)}>
            <Lines />
            {box[2] > 0 && (
              <rect
                className="car-outline-chosen"
                x={box[0] * WIDTH}
                y={box[1] * HEIGHT}
                width={box[2] * WIDTH}
                height={box[3] * HEIGHT}
                rx="6"
              />
            )}
            {placed(marks).map((mark) => (
              <g
                key={mark.number}
                className={cx('car-outline-mark', mark.isNew && 'car-outline-new')}
                transform={`translate(${mark.x * WIDTH + mark.shift} ${mark.y * HEIGHT})`}
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
              aria-label="点车身选择部位"
              onClick={(event) => {
                const at = pointOf(event)
                const part = at && partAt(parts, at)
                if (part) onPart(part.code, at)
                else setListed(true)
              }}
            />
          )}
        </div>
        <span>车尾</span>
      </div>
      {onPart && (
        <>
          <div className="car-outline-rest">
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
              按名称选
            </button>
          </div>
          <Sheet open={listed} onClose={() => setListed(false)} title="选择部位">
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

/** Fractions of the drawing; undefined for a key press, which has no point. */
function pointOf(event: MouseEvent): Point | undefined {
  if (event.detail === 0) return undefined
  const box = event.currentTarget.getBoundingClientRect()
  const share = (at: number, start: number, size: number) => Math.min(1, Math.max(0, (at - start) / size))
  return { x: share(event.clientX, box.left, box.width), y: share(event.clientY, box.top, box.height) }
}

/** The smallest part under the point; beside the car the nearest, as a finger is wider than a lamp. */
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

/** Numbered; marks on the very same place stand side by side. */
function placed(marks: readonly OutlineMark[]) {
  return marks.map((mark, index) => {
    const before = marks.slice(0, index).filter((other) => other.x === mark.x && other.y === mark.y).length
    return { ...mark, number: index + 1, shift: before * 15 }
  })
}

function summary(parts: readonly OutlinePart[], marks: readonly OutlineMark[]): string {
  if (marks.length === 0) return '车身示意图，没有损伤'
  const nameOf = (code: string) => parts.find((part) => part.code === code)?.name ?? ''
  const words = marks.map((mark, index) => `${index + 1} ${nameOf(mark.part)}${mark.isNew ? '新增' : '旧伤'}`)
  return `车身示意图，${words.join('，')}`
}

/** Wheels down, nose left, in its own 120 × 48. */
const side =
  'M4.8 34.2c-.5-4.2 1-6.7 5.2-8 6.5-2 14.5-3.7 23-5C39.5 15.8 46 11 55.5 10.2c9-.8 18.5-.5 25.5 1.9 7.5 2.6 13.5 5.9 20 8.3l10.3 1.6c2 .3 3 1.4 3.2 3.5l.8 8.7c.1 2-.8 3-2.8 3H8.3c-2 0-3.3-1.1-3.5-3zM39 20.8c5-4.3 9.5-7.4 17-8.1l2.5-.2V21.2c-7 .2-13 .1-19.5-.4zM61.5 12.4c7.3-.2 12.8.5 18.2 2.5 4.7 1.8 8.3 3.7 11.8 5.4l-30 .9zM60 21.5V37M36 21c-1.5 5-1.5 10 0 16M88 20.8c2 4 1 9-2 12'

/** The three views, each stretched to the drawing's whole width; the right side is upside down, wheels outwards. */
function Lines() {
  const length = WIDTH / 110.4
  const height = (0.27 * HEIGHT) / 36
  return (
    <g className="car-outline-lines">
      {[
        `translate(${-4.8 * length} ${0.27 * HEIGHT + 9.6 * height}) scale(${length} ${-height})`,
        `translate(${-4.8 * length} ${0.73 * HEIGHT - 9.6 * height}) scale(${length} ${height})`,
      ].map((transform) => (
        <g key={transform} transform={transform}>
          <path d={side} />
          {[26.5, 93.5].map((x) => (
            <g key={x}>
              <circle className="car-outline-wheel" cx={x} cy="37.2" r="7.5" />
              <circle cx={x} cy="37.2" r="3" />
            </g>
          ))}
        </g>
      ))}
      <g transform={`translate(0 ${0.5 * HEIGHT}) scale(${WIDTH / 202}) translate(-65 -106)`}>
        <path
          className="car-outline-body"
          d="M88 73C74 74 66 83 65 106c1 23 9 32 23 33h153c18-1 25-10 26-33-1-23-8-32-26-33z"
        />
        <path
          className="car-outline-glass"
          d="M124 81c-7 15-7 35 0 50l19-7c-4-14-4-22 0-36zM228 86c4 14 4 26 0 40l-15-5c2.5-11 2.5-19 0-30zM147 81.5l31-1v5l-28 2zM182 80.5l34 1.5-5 6-29-2.5zM147 130.5l31 1v-5l-28-2zM182 131.5l34-1.5-5-6-29 2.5z"
        />
        <path d="M72 88c14-4 30-5 46-4M72 124c14 4 30 5 46 4M69 93c3-8 6-11 13-14M69 119c3 8 6 11 13 14M262 93c-2-7-5-10-11-12.5M262 119c-2 7-5 10-11 12.5M139 73l-5-7h7l5 7M139 139l-5 7h7l5-7M248 82c3 15 3 33 0 48" />
      </g>
    </g>
  )
}
