import { Sheet, type SheetProps } from '../ui/modal/sheet.tsx'
import { useOpened } from './opened.tsx'

/** A `Sheet` that was opened by `open()`: open, closing and its motion are the opener's. */
export function OpenedSheet(props: Omit<SheetProps, 'open' | 'onClose'>) {
  const { open, close } = useOpened()
  return <Sheet {...props} open={open} onClose={close} />
}
