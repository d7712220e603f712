import './layout.css'
import { type ComponentProps, type CSSProperties, createElement, type ElementType } from 'react'
import { cx } from './class-names.ts'
import type { Tone } from './show/tag.tsx'

/** A distance on the scale: pixels at the design width of 375. */
export type Space = 0 | 2 | 4 | 6 | 8 | 10 | 12 | 14 | 16 | 20 | 24 | 32 | 40

/** What words are: values (1), secondary (2), hints (3), tappable, or of a meaning that the words say too. */
export type Ink = 1 | 2 | 3 | 'inherit' | 'link' | Tone

export type Looks = {
  /** Between the children; where they wrap also `[between lines, between children]`. */
  gap?: Space | readonly [Space, Space]
  /** Inside, its sides counted as in CSS: all, `[y, x]`, `[top, x, bottom]`, `[top, right, bottom, left]`. */
  pad?: Space | readonly [Space, Space] | readonly [Space, Space, Space] | readonly [Space, Space, Space, Space]
  /** Away from what stands above. */
  top?: Space
  /** Away from what stands below. */
  below?: Space
  /** At least so high. */
  high?: Space | 36 | 44 | 48 | 52 | 56 | 64
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch'
  justify?: 'center' | 'end' | 'between'
  ink?: Ink
  size?: 'xs' | 's' | 'm' | 'l' | 'xl' | 'display'
  weight?: 'r' | 'm' | 'b'
  text?: 'left' | 'center' | 'right'
  fill?: 'surface' | 'page' | 'well' | 'press' | 'tint' | 'warning'
  /** Corners of an input, or of a card. */
  round?: boolean | 'card'
  /** A hairline above, or below. */
  line?: boolean | 'below'
} & { [Flag in (typeof flags)[number]]?: boolean }

/** What is so or is not, each a class of its name. */
const flags = [
  /** Children go on in a line below. */
  'wrap',
  /** Takes the width that is left, and gives way where there is none. */
  'grow',
  /** May be narrower than its content. */
  'shrink',
  /** Never narrower than its content. */
  'keep',
  /** As wide as where it stands. */
  'full',
  /** At the far end of its row. */
  'push',
  /** No wider than a form, in the middle. */
  'narrow',
  /** Secondary words: ink 2 at size s. */
  'note',
  /** One line, cut with an ellipsis. */
  'cut',
  'nowrap',
  /** Figures of equal width. */
  'num',
  /** Line breaks as they were typed. */
  'pre',
  /** Inline elements: a line of its own. */
  'block',
  /** Hairlines between the children. */
  'divided',
  /** Dims while it is busy. */
  'dims',
  /** Fields in it have no padding of their own. */
  'bare',
  /** Tapped words: the finger reaches 44. */
  'reach',
  /** Darkens under a finger or mouse. */
  'press',
] as const

const isFlag = new Set<string>(flags)

export type PartProps<T extends ElementType> = Looks & Omit<ComponentProps<T>, keyof Looks | 'as'> & { as?: T }

function rem(space: number | readonly number[] | undefined): string | undefined {
  if (space === undefined) return undefined
  return typeof space === 'number' ? `${Number((space / 37.5).toFixed(5))}rem` : space.map(rem).join(' ')
}

/** The element `as` names, else `tag`, dressed by its looks; what else it is given is the element's own. */
function draw(tag: ElementType, base: string | undefined, props: object) {
  const { as, style, className, ...looks } = props as Looks & {
    as?: ElementType
    style?: CSSProperties
    className?: string
  }
  const { gap, pad, top, below, high, align, justify, ink, size, weight, text, fill, round, line, ...named } = looks
  const set: string[] = []
  const rest: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(named)) {
    if (!isFlag.has(name)) rest[name] = value
    else if (value) set.push(name)
  }
  const distances = { gap, padding: pad, marginTop: top, marginBottom: below, minHeight: high }
  // React writes every name it is given, also without a value: a list has thousands of parts.
  let styled = style
  for (const [name, space] of Object.entries(distances))
    if (space !== undefined) styled = { [name]: rem(space), ...styled }
  return createElement(as ?? tag, {
    ...rest,
    style: styled,
    className: cx(
      base,
      align && `align-${align}`,
      justify && `justify-${justify}`,
      ink && `ink-${ink}`,
      size && `size-${size}`,
      weight && `weight-${weight}`,
      text && `text-${text}`,
      fill && `fill-${fill}`,
      round && (round === true ? 'round' : `round-${round}`),
      line && (line === true ? 'line' : `line-${line}`),
      ...set,
      className,
    ),
  })
}

/** A block, for what it is inside of: distances, ink, a line above. */
export function Box<T extends ElementType = 'div'>(props: PartProps<T>) {
  return draw('div', undefined, props)
}

/** Its children one under the other. */
export function Stack<T extends ElementType = 'div'>(props: PartProps<T>) {
  return draw('div', 'stack', props)
}

/** Its children side by side, centred on one line. */
export function Row<T extends ElementType = 'div'>(props: PartProps<T>) {
  return draw('div', 'row', props)
}

/** `columns` of the same width, or as many as fit at `fit` pixels each, more where text is larger; of both, the fewer. */
export function Grid<T extends ElementType = 'div'>(props: PartProps<T> & { columns?: number; fit?: number }) {
  const { columns, fit, style, ...rest } = props
  const [gap = 0] = [(rest as Looks).gap].flat().slice(-1)
  const fitting = `min(100%, calc(${rem(fit)} * var(--text-size, 1)))`
  // With what stands between them, one more column of this width is more than all.
  const least = columns ? `max(${fitting}, calc(100% / ${columns} - ${rem(gap)}))` : fitting
  const gridTemplateColumns = fit ? `repeat(auto-fill, minmax(${least}, 1fr))` : `repeat(${columns}, minmax(0, 1fr))`
  return draw('div', 'grid', { ...rest, style: { gridTemplateColumns, ...style } })
}

/** A disc of `across` pixels, or a square with round corners, with an icon or a figure in its middle. */
export function Disc<T extends ElementType = 'span'>(props: PartProps<T> & { across: number; square?: boolean }) {
  const { across, square, style, className, ...rest } = props
  const side = rem(across)
  return draw('span', square ? 'disc disc-square' : 'disc', {
    ...rest,
    className,
    style: { width: side, height: side, ...style },
  })
}

/** What takes the width that is left in a row. */
export function Grow<T extends ElementType = 'div'>(props: PartProps<T>) {
  return draw('div', 'grow', props)
}

/** Words among words. */
export function Text<T extends ElementType = 'span'>(props: PartProps<T>) {
  return draw('span', undefined, props)
}

/** Secondary words in a line of their own. */
export function Note<T extends ElementType = 'p'>(props: PartProps<T>) {
  return draw('p', 'note block', props)
}
