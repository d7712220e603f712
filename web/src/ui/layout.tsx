import './layout.css'
import './show/card.css'
import './show/cell.css'
import './modal/notice.css'
import './show/tag.css'
import './button.css'
import {
  type ComponentProps,
  type CSSProperties,
  createElement,
  type ElementType,
  type MouseEvent,
  type MouseEventHandler,
  type ReactNode,
} from 'react'
import { say } from '../words/words.ts'
import { cx } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import { toast } from './modal/toast.ts'
import { Spinner } from './show/spinner.tsx'
import type { Tone } from './show/tag.tsx'

/** A distance of the scale: pixels at the design width of 375. */
export type Space = 0 | 2 | 4 | 6 | 8 | 10 | 12 | 14 | 16 | 20 | 24 | 32 | 40

/** Colour of a text: values (1), secondary (2), hints (3), tappable, or a tone whose meaning the text also says. */
export type Ink = 1 | 2 | 3 | 'inherit' | 'link' | Tone

export type Looks = {
  /** Between the children; if they wrap, also `[between lines, between children]`. */
  gap?: Space | readonly [Space, Space]
  /** Padding, in the order of CSS: all, `[y, x]`, `[top, x, bottom]`, `[top, right, bottom, left]`. */
  pad?: Space | readonly [Space, Space] | readonly [Space, Space, Space] | readonly [Space, Space, Space, Space]
  /** Margin above. */
  top?: Space
  /** Margin below. */
  below?: Space
  /** Minimum height. */
  high?: Space | 36 | 44 | 48 | 52 | 56 | 64
  align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch'
  justify?: 'center' | 'end' | 'between'
  ink?: Ink
  size?: 'xs' | 's' | 'm' | 'l' | 'xl' | 'display'
  weight?: 'r' | 'm' | 'b'
  text?: 'left' | 'center' | 'right'
  fill?: 'surface' | 'page' | 'well' | 'press' | 'tint' | 'warning'
  /** Corner radius of an input, or of a card. */
  round?: boolean | 'card'
  /** A hairline above, or below. */
  line?: boolean | 'below'
} & { [Flag in (typeof flags)[number]]?: boolean }

/** Flags, each a class of the same name. */
const flags = [
  /** Children wrap to the next line. */
  'wrap',
  /** Takes the remaining width, and shrinks when there is none. */
  'grow',
  /** May be narrower than its content. */
  'shrink',
  /** Never narrower than its content. */
  'keep',
  /** As wide as its container. */
  'full',
  /** At the far end of its row. */
  'push',
  /** No wider than a form, centred. */
  'narrow',
  /** Secondary text: ink 2 at size s. */
  'note',
  /** One line, cut with an ellipsis. */
  'cut',
  'nowrap',
  /** Digits of equal width. */
  'num',
  /** Keeps the line breaks of the text. */
  'pre',
  /** Inline elements: on a separate line. */
  'block',
  /** Hairlines between the children. */
  'divided',
  /** Dimmed while `aria-busy`. */
  'dims',
  /** Tappable text: its touch area is 44 high. */
  'reach',
  /** Darkens when pressed or under the mouse. */
  'press',
] as const

const isFlag = new Set<string>(flags)

export type PartProps<T extends ElementType> = Looks & Omit<ComponentProps<T>, keyof Looks | 'as'> & { as?: T }

function rem(space: number | readonly number[] | undefined): string | undefined {
  if (space === undefined) return undefined
  return typeof space === 'number' ? `${Number((space / 37.5).toFixed(5))}rem` : space.map(rem).join(' ')
}

/** Renders the element `as`, else `tag`, with the classes and styles of its looks; all other props go to the element. */
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
  // React writes every style name that it is given, also without a value: a list has thousands of such elements.
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

/** A block with padding, ink or a line above. */
export function Box<T extends ElementType = 'div'>(props: PartProps<T>) {
  return draw('div', undefined, props)
}

/** Children one below the other. */
export function Stack<T extends ElementType = 'div'>(props: PartProps<T>) {
  return draw('div', 'stack', props)
}

/** Children side by side, vertically centred. */
export function Row<T extends ElementType = 'div'>(props: PartProps<T>) {
  return draw('div', 'row', props)
}

/**
 * `columns` of equal width, or as many as fit at `fit` pixels each (more pixels for larger text); with both, the
 * smaller number.
 */
export function Grid<T extends ElementType = 'div'>(props: PartProps<T> & { columns?: number; fit?: number }) {
  const { columns, fit, style, ...rest } = props
  const [gap = 0] = [(rest as Looks).gap].flat().slice(-1)
  const fitting = `min(100%, calc(${rem(fit)} * var(--text-size, 1)))`
  // With the gaps, one more column of this width would not fit.
  const least = columns ? `max(${fitting}, calc(100% / ${columns} - ${rem(gap)}))` : fitting
  const gridTemplateColumns = fit ? `repeat(auto-fill, minmax(${least}, 1fr))` : `repeat(${columns}, minmax(0, 1fr))`
  return draw('div', 'grid', { ...rest, style: { gridTemplateColumns, ...style } })
}

/** A disc of `across` pixels, or a square with rounded corners, with an icon or a figure in its centre. */
export function Disc<T extends ElementType = 'span'>(props: PartProps<T> & { across: number; square?: boolean }) {
  const { across, square, style, className, ...rest } = props
  const side = rem(across)
  return draw('span', square ? 'disc disc-square' : 'disc', {
    ...rest,
    className,
    style: { width: side, height: side, ...style },
  })
}

/** Takes the remaining width of a row. */
export function Grow<T extends ElementType = 'div'>(props: PartProps<T>) {
  return draw('div', 'grow', props)
}

/** Inline text. */
export function Text<T extends ElementType = 'span'>(props: PartProps<T>) {
  return draw('span', undefined, props)
}

/** Secondary text on a separate line. */
export function Note<T extends ElementType = 'p'>(props: PartProps<T>) {
  return draw('p', 'note block', props)
}

export type CardProps = Omit<ComponentProps<'section'>, 'title'> & {
  /** Heading of the card. */
  title?: ReactNode
  /** At the right of the heading: a `CardMore`, a tag, or a short note. */
  extra?: ReactNode
  /** 16 on all sides; off for cards of `Cell`s, which have their own padding. */
  pad?: boolean
}

/**
 * White surface with a corner radius of 12. A link with the class `card-link` makes the whole card tappable; buttons
 * inside stay above it.
 */
export function Card({ title, extra, pad, className, children, ...rest }: CardProps) {
  return (
    <section {...rest} className={cx('card', pad && 'card-pad', className)}>
      {title !== undefined && (
        <div className="card-head">
          <h2>{title}</h2>
          {typeof extra === 'string' ? <span className="note num">{extra}</span> : extra}
        </div>
      )}
      {children}
    </section>
  )
}

/** The small link at the right of a card's heading: 全部 14 ›. */
export function CardMore({ children, ...rest }: ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className="card-more row reach note num">
      {children}
      <Icon name="chevron-right" size={14} />
    </button>
  )
}

/** A grey box inside a card, for a period or a pair of amounts. */
export function Well({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('well', className)} />
}

export type CellProps = {
  label?: ReactNode
  /** The value. */
  children?: ReactNode
  /** Shown when there is no value. */
  placeholder?: string
  /** A second line below the label (without a value) or below the value. */
  note?: ReactNode
  /** Before the label: an avatar, an icon. */
  lead?: ReactNode
  /** After the value: tags, a switch. */
  extra?: ReactNode
  /** `left` aligns the value with the form's column, `right` (details) puts it before the chevron. */
  align?: 'left' | 'right'
  /** Makes the row a button with a chevron. */
  onClick?: MouseEventHandler<HTMLElement>
  /** Makes the row a link with a chevron. */
  href?: string
  chevron?: boolean
  /** The selected row of a list. */
  current?: boolean
  className?: string
}

/** One row of a card: label, value, chevron; a hairline from the text edge separates it from the row above. */
export function Cell(props: CellProps) {
  const { label, children, placeholder, note, lead, extra, align = 'left', onClick, href, current, className } = props
  const pressable = onClick !== undefined || href !== undefined
  const alone = children === undefined && placeholder === undefined
  const content = (
    <>
      {lead}
      {label !== undefined && (
        <span className={alone ? 'cell-main' : 'cell-label'}>
          {label}
          {alone && note && <small className="block">{note}</small>}
        </span>
      )}
      {!alone && (
        <span className="cell-value">
          {children ?? <span className="ink-3">{placeholder}</span>}
          {note && <small className="block">{note}</small>}
        </span>
      )}
      {extra}
      {(props.chevron ?? pressable) && (
        <span className="cell-chevron">
          <Icon name="chevron-right" size={16} />
        </span>
      )}
    </>
  )
  const classes = cx('cell', align === 'right' && 'cell-right', pressable && 'cell-press', className)
  if (href !== undefined) {
    return (
      <a className={classes} href={href} onClick={onClick} aria-current={current || undefined}>
        {content}
      </a>
    )
  }
  if (onClick) {
    return (
      <button type="button" className={classes} onClick={onClick} aria-current={current || undefined}>
        {content}
      </button>
    )
  }
  return <div className={classes}>{content}</div>
}

export type NoticeProps = {
  tone?: 'primary' | 'success' | 'warning' | 'danger'
  children: ReactNode
  action?: { label: string; onClick: () => void }
  onClose?: () => void
}

/** A tinted bar inside a page: a deadline, a delay or other information. */
export function Notice({ tone = 'warning', children, action, onClose }: NoticeProps) {
  const icon = tone === 'primary' ? 'info' : tone === 'success' ? 'check' : 'warning'
  return (
    <div className={`notice tone-${tone}`} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon name={icon} />
      <span className="grow">{children}</span>
      {action && (
        <button type="button" className="reach keep weight-b" onClick={action.onClick}>
          {action.label}
        </button>
      )}
      {onClose && <IconButton name="close" label={say('关闭提示')} size={16} onClick={onClose} />}
    </div>
  )
}

/**
 * `primary` filled cobalt, at most one per card and footer; `outline` the default; `tint` for a less important helper;
 * `danger` red text with an outline; `destroy` filled red, only for the confirming button; `text` without fill and
 * outline.
 */
export type ButtonVariant = 'primary' | 'outline' | 'tint' | 'danger' | 'destroy' | 'text'

export type ButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  children: ReactNode
  variant?: ButtonVariant
  /** `l` 48 high in footers, `m` 44, `s` a 32 high pill in cards with a touch area of 44. */
  size?: 'l' | 'm' | 's'
  icon?: IconName
  /** Takes the free width of its row. */
  block?: boolean
  /** Shows a ring instead of the text and ignores taps; the width stays. */
  loading?: boolean
  /** Why the button is not available now. It looks disabled but can be focused: a tap shows the reason. */
  reason?: string
}

export function Button({
  children,
  variant = 'outline',
  size = 'm',
  icon,
  block,
  loading,
  reason,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (reason === undefined && !loading) return onClick?.(event)
    event.preventDefault()
    if (reason) toast(reason)
  }
  return (
    <button
      type="button"
      title={reason}
      {...rest}
      className={cx('button', `button-${variant}`, `button-${size}`, block && 'button-block', className)}
      aria-disabled={loading || reason !== undefined || undefined}
      aria-busy={loading || undefined}
      onClick={click}
    >
      <span className="button-words">
        {icon && <Icon name={icon} size={size === 's' ? 16 : 20} />}
        {children}
      </span>
      {loading && <Spinner />}
    </button>
  )
}

/** The main action of a page or a sheet, at its bottom. */
export const MainButton = ({ variant = 'primary', ...props }: ButtonProps) => (
  <Button {...props} variant={variant} size="l" block />
)

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  name: IconName
  /** Read by screen readers and shown on hover. */
  label: string
  size?: 16 | 20 | 24
  /** A red dot for news. Screen readers read only `label`, so it must mention the news. */
  dot?: boolean
}

/** An icon without text in a 44 × 44 box. */
export function IconButton({ name, label, size = 24, dot, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" title={label} aria-label={label} {...rest} className={cx('icon-button', className)}>
      <Icon name={name} size={size} />
      {dot && <span className="icon-button-dot" />}
    </button>
  )
}
