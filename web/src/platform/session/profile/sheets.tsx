import { nextPasswordHint, passwordProblem } from '@cheyi/domain/platform/check/password'
import { useEffect, useEffectEvent } from 'react'
import { sessionChangePassword } from '../../../form/calls/session-change-password.gen.ts'
import { asking, type Beside } from '../../../form/form-call.ts'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { setToken } from '../../../kernel/token.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Box, Button, Note, Stack } from '../../../ui/layout.tsx'
import { QrCode } from '../../../ui/media/later.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { PasswordField } from '../parts/password-field.tsx'

/** Polling interval in ms, because WeChat notifies our server of a new follower and not this page. */
const LOOK = 3000

/** The QR code of the service account, which the user scans with WeChat; closes when that WeChat account follows. */
export function FollowSheet({ answer }: Asks<true>) {
  const code = useRead(calls.notify.followCode, {}, { freshFor: 5 * 60_000 })
  const { data } = useRead(calls.notify.reach, {}, { every: LOOK })
  const isOn = data?.wechat === true
  const followed = useEffectEvent(() => {
    toast('微信接收消息已开启')
    answer(true)
  })
  useEffect(() => {
    if (isOn) followed()
  }, [isOn])
  return (
    <OpenedSheet title="微信接收消息">
      <Answer of={code}>
        {(given) => (
          <Stack gap={12} align="center">
            <QrCode text={given.code ?? ''} label="关注公众号的二维码" />
            <Note text="center">用微信扫一扫并关注公众号，待办和提醒就会发到你的微信。二维码10分钟内有效。</Note>
            <Note text="center">就在这部手机上？请截图，在微信的扫一扫里从相册选取。</Note>
          </Stack>
        )}
      </Answer>
    </OpenedSheet>
  )
}

const changePassword = asking(sessionChangePassword, { again: { label: '再次输入新密码' } as Beside<string> })

/**
 * Changes the password with the old one, and signs out every other device. Answers 'forgotten' if the user has
 * forgotten the old password.
 */
export function PasswordSheet({ answer }: Asks<'changed' | 'forgotten'>) {
  const form = useEntry(changePassword, {
    also: ({ old, password, again }) => ({
      old: !old && '请输入原密码',
      password: password && passwordProblem(password, ''),
      again: again !== password && '两次输入的密码不一致',
    }),
    faults: (failure) => ({ old: isRefusedFor('wrongPassword')(failure) && '原密码不正确' }),
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
          还没有密码，或忘记了
        </Box>
        <Button type="submit" variant="primary" size="l" loading={form.pending}>
          修改密码
        </Button>
      </Stack>
    </OpenedSheet>
  )
}
