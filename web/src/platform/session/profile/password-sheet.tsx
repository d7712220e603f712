import { nextPasswordHint, passwordProblem } from '@cheyi/domain/platform/check/password'
import { sessionChangePassword } from '../../../form/calls/session-change-password.gen.ts'
import { asking, type Beside } from '../../../form/form-call.ts'
import { useEntry } from '../../../form/use-entry.ts'
import { refusedAs } from '../../../kernel/call/refused.ts'
import { setToken } from '../../../kernel/token.ts'
import { type Asks, OpenedSheet } from '../../../page/opened-sheet.tsx'
import { Button } from '../../../ui/button.tsx'
import { Box, Stack } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { PasswordField } from '../parts/password-field.tsx'

const changePassword = asking(sessionChangePassword, { again: { label: '再次输入新密码' } as Beside<string> })

/**
 * Changes the password with the old one, and signs out every other device. Answers 'forgotten' if the user has
 * forgotten the old password.
 */
export default function PasswordSheet({ answer }: Asks<'changed' | 'forgotten'>) {
  const form = useEntry(changePassword, {
    also: ({ old, password, again }) => ({
      old: !old && '请输入原密码',
      password: password && passwordProblem(password, ''),
      again: again !== password && '两次输入的密码不一致',
    }),
    faults: (failure) => ({ old: refusedAs('wrongPassword')(failure) && '原密码不正确' }),
    onSent({ token }) {
      setToken(token)
      toast('密码已修改，其他设备已退出登录')
      answer('changed')
    },
  })
  const { old, password, again } = form.fields
  return (
    <OpenedSheet title="修改密码">
      <Stack as="form" gap={12} pad={[4, 0, 12]} ref={form.frame} onSubmit={form.submit} noValidate>
        <PasswordField of={old} />
        <PasswordField of={password} hint={nextPasswordHint} autoComplete="new-password" />
        <PasswordField of={again} autoComplete="new-password" />
        <Box
          as="button"
          pad={[12, 0]}
          ink="link"
          size="s"
          type="button"
          className="profile-forgot"
          onClick={() => answer('forgotten')}
        >
          忘记原密码
        </Box>
        <Button type="submit" variant="primary" size="l" loading={form.pending}>
          修改密码
        </Button>
      </Stack>
    </OpenedSheet>
  )
}
