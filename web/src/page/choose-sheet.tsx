import { type Action, ActionSheet } from '../ui/modal/sheet.tsx'
import { useOpened } from './opened.tsx'
import type { Asks } from './opened-sheet.tsx'

interface ChooseProps extends Asks<string> {
  readonly title: string
  readonly actions: readonly Action[]
}

/** The sheet of `choose()`. */
export default function ChooseSheet({ title, actions, answer }: ChooseProps) {
  const { open, close } = useOpened()
  return <ActionSheet open={open} onClose={close} title={title} actions={actions} onPick={answer} />
}
