import { type Action, ActionSheet } from '../ui/modal/sheet.tsx'
import { type Asks, useOpened } from './opened.tsx'

interface ChooseProps extends Asks<string> {
  readonly title: string
  readonly actions: readonly Action[]
}

/** The sheet of `choose()`. */
export default function ChooseSheet({ title, actions, answer }: ChooseProps) {
  const { open, close } = useOpened()
  return <ActionSheet open={open} onClose={close} title={title} actions={actions} onPick={answer} />
}
