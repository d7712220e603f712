import { Sheet, type SheetProps } from '../ui/modal/sheet.tsx'
import { useOpened } from './opened.tsx'

/** Props of an opened component besides its own. */
export interface Asks<Answer> {
  /** Closes it with an answer; only the first call counts. Esc, back and the mask answer undefined. */
  readonly answer: (answer: Answer) => void
}

/** A `Sheet` that was opened by `open()`, which controls its state and closing animation. */
export function OpenedSheet(props: Omit<SheetProps, 'open' | 'onClose'>) {
  const { open, close } = useOpened()
  return <Sheet {...props} open={open} onClose={close} />
}
