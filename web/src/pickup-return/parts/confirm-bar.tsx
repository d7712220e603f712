import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ActionBar } from '../../ui/frame/page-frame.tsx'
import type { StepProps } from './flow.ts'
import type { Confirmation } from './use-confirm.ts'

interface ConfirmBarProps extends StepProps {
  readonly confirmation: Confirmation
  readonly children?: ReactNode
}

/** The foot of the last step: back, and the button that says what it will take or give. */
export function ConfirmBar({ flow, confirmation, children }: ConfirmBarProps) {
  return (
    <ActionBar>
      {children}
      <Button size="l" onClick={flow.steps.back}>
        上一步
      </Button>
      <Button
        variant="primary"
        size="l"
        block
        loading={confirmation.pending}
        reason={confirmation.reason}
        onClick={() => void confirmation.run()}
      >
        {confirmation.label}
      </Button>
    </ActionBar>
  )
}
