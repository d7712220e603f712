import { Sheet, type SheetProps } from '../ui/modal/sheet.tsx'
import { useOpened } from './opened.tsx'

/** What an opened component gets besides its own props. */
export interface Asks<Answer> {
  /** Ends the question; only the first answer counts. Esc, back and the mask answer undefined. */
  readonly answer: (answer: Answer) => void
}

/** A `Sheet` that was opened by `open()`: open, closing and its motion are the opener's. */
export function OpenedSheet(props: Omit<SheetProps, 'open' | 'onClose'>) {
  const { open, close } = useOpened()
  return <Sheet {...props} open={open} onClose={close} />
}
