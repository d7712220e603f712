import { secondFactorEnter } from '../../../form/calls/second-factor-enter.gen.ts'
import { useEntry } from '../../../form/use-entry.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { type CurrentUser, signIn } from '../../../kernel/user.ts'
import { Row, Text } from '../../../ui/layout.tsx'
import { isRefused, SignFields } from './sign-fields.tsx'
import { SignInput } from './sign-input.tsx'

interface FactorFormProps {
  ticket: string
  onSignedIn: (session: { token: string; user: CurrentUser }) => void
  /** Back to the first factor: the ticket has expired, or another person wants to sign in. */
  onBack: () => void
}

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export default function FactorForm({ ticket, onSignedIn, onBack }: FactorFormProps) {
  const form = useEntry(secondFactorEnter, {
    start: { ticket },
    handles: isRefused,
    faults: (failure) => ({
      code: isRefusedFor('ticketUsed')(failure) ? '验证已超时，请返回重新登录' : isRefused(failure) && failure.message,
    }),
    onSent(session) {
      signIn(session)
      onSignedIn(session)
    },
  })
  return (
    <div className="sign">
      <SignFields
        {...form}
        action="验证并登录"
        below={
          <Row as="p" top={4} align="stretch" justify="between" note className="sign-links">
            <button type="button" className="ink-link" onClick={onBack}>
              返回重新登录
            </button>
          </Row>
        }
      >
        <Text as="h1" top={20} size="display">
          两步验证
        </Text>
        <Text as="p" top={8} ink={2}>
          请打开身份验证器应用，输入其中显示的6位验证码；手机不在身边时，可输入一枚恢复码
        </Text>
        <Row gap={16} top={20} below={4} align="baseline" />
        <SignInput
          of={form.fields.code}
          label="两步验证码"
          autoComplete="one-time-code"
          autoCapitalize="none"
          placeholder="6位验证码或恢复码"
          className="num"
        />
      </SignFields>
    </div>
  )
}
