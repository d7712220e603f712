import { ConfirmBox, type ConfirmOptions } from '../ui/modal/dialog.tsx'
import { type Asks, useOpened } from './opened.tsx'

/** The dialog of `confirm()`. */
export default function ConfirmDialog({ answer, ...options }: ConfirmOptions & Asks<boolean>) {
  return <ConfirmBox {...options} open={useOpened().open} onAnswer={answer} />
}
