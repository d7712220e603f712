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

/** What an owner says of its rows. */
export type RowsOptions = Omit<Options, keyof typeof ways>

const ways = { observeElementRect, observeElementOffset, scrollToFn: elementScroll }

export const virtualRows = (options: RowsOptions): Virtualizer<Scroller, Row> =>
  new Virtualizer({ ...ways, ...options })

/** Says anew what may have changed: at each drawing. */
export const toldAgain = (rows: Virtualizer<Scroller, Row>, options: RowsOptions): void =>
  rows.setOptions({ ...ways, ...options })
