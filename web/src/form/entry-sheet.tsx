import type { ReactNode, RefCallback } from 'react'
import { OpenedSheet } from '../page/opened.tsx'
import { type ButtonProps, MainButton, Stack } from '../ui/layout.tsx'

export interface EntrySheetProps {
  readonly title: string
  /** The form, independent of its fields. */
  readonly of: { readonly send: () => unknown; readonly pending: boolean; readonly frame: RefCallback<HTMLElement> }
  readonly action: string
  readonly variant?: ButtonProps['variant']
  /** Why it cannot be sent now. */
  readonly reason?: string
  /** Data that the form needs is still being fetched. */
  readonly waits?: boolean
  /** A button before the one that sends. */
  readonly second?: ReactNode
  readonly children: ReactNode
}

/** A sheet that contains one form and sends it. */
export const EntrySheet = (props: EntrySheetProps) => {
  const { title, of, action, variant, reason, waits, second, children } = props
  return (
    <OpenedSheet
      title={title}
      footer={
        <>
          {second}
          <MainButton variant={variant} reason={reason} loading={of.pending || waits} onClick={() => void of.send()}>
            {action}
          </MainButton>
        </>
      }
    >
      <Stack gap={12} ref={of.frame}>
        {children}
      </Stack>
    </OpenedSheet>
  )
}
