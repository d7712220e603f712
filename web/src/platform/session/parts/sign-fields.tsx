import './sign-form.css'
import type { ReactNode } from 'react'
import type { Entry } from '../../../form/use-entry.ts'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { Button, Note, Stack } from '../../../ui/layout.tsx'

interface SignFieldsProps extends Pick<Entry<object, unknown>, 'frame' | 'submit' | 'refused' | 'pending'> {
  /** Text of the button. */
  readonly action: string
  /** True on a page with a bar, which gives the form no side margins. */
  readonly paged?: boolean
  /** Content below the button. */
  readonly below?: ReactNode
  readonly children: ReactNode
}

/** The form of a sign-in page: its fields, the refusal of the server, and its button. */
export const SignFields = ({ frame, submit, refused, pending, action, paged, below, children }: SignFieldsProps) => (
  <Stack as="form" pad={paged ? [12, 12, 24] : 0} full ref={frame} className="sign-form" onSubmit={submit} noValidate>
    {children}
    {refused && (
      <Note top={12} ink="danger" role="alert">
        {refused}
      </Note>
    )}
    <Button type="submit" variant="primary" size="l" className="sign-button" loading={pending}>
      {action}
    </Button>
    {below}
  </Stack>
)

/** The mobile as it is sent: without a country code and without characters that are not digits. */
export const bare = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/^\s*(\+|00)86/, '')
    .replaceAll(/\D/g, '')
    .slice(0, 11)

/** The mobile as it is displayed: `186 2107 0937`. */
export const mobileText = (mobile: string): string =>
  [mobile.slice(0, 3), mobile.slice(3, 7), mobile.slice(7)].filter(Boolean).join(' ')

/** A refusal of a sign-in is shown below its form, because a toast disappears before it is read. */
export const isRefused = ({ kind }: CallFailure): boolean => kind === 'refused'
