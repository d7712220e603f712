import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/react-virtual'

export type Scroller = HTMLDivElement
export type Row = HTMLLIElement
type Options = VirtualizerOptions<Scroller, Row>

/** Options that a list sets. */
export type RowsOptions = Omit<Options, keyof typeof ways>

const ways = { observeElementRect, observeElementOffset, scrollToFn: elementScroll }

export const virtualRows = (options: RowsOptions): Virtualizer<Scroller, Row> =>
  new Virtualizer({ ...ways, ...options })

/** Updates the options, at each render. */
export const updateOptions = (rows: Virtualizer<Scroller, Row>, options: RowsOptions): void =>
  rows.setOptions({ ...ways, ...options })
