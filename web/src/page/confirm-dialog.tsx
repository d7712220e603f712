import { ConfirmBox, type ConfirmOptions } from '../ui/modal/dialog.tsx'
import { type Asks, useOpened } from './opened.tsx'

/** The dialog of `confirm()` and `decide()`. */
export default function ConfirmDialog({ answer, ...options }: ConfirmOptions & Asks<boolean>) {
  const { open, close } = useOpened()
  return <ConfirmBox {...options} open={open} onAnswer={answer} onClose={close} />
}
