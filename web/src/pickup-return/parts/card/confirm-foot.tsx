import { MainButton } from '../../../ui/button.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import type { Confirmation } from '../use-confirm.ts'

/** The foot of a handover: the button that says what it will take or give, and, pressed too early, what is missing. */
export function ConfirmFoot({ confirmation }: { confirmation: Confirmation }) {
  return (
    <ActionBar>
      <MainButton loading={confirmation.pending} onClick={() => void confirmation.run()}>
        {confirmation.label}
      </MainButton>
    </ActionBar>
  )
}
