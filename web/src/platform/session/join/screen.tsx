import { lazy, Suspense, useState } from 'react'
import { invitationAccept } from '../../../form/calls/invitation-accept.gen.ts'
import { useEntry } from '../../../form/use-entry.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { isNative } from '../../../kernel/device/native.ts'
import { goBack, goTo } from '../../../kernel/page/router.ts'
import { signIn, useUser } from '../../../kernel/user.ts'
import { Page } from '../../../page/page.tsx'
import { Text } from '../../../ui/layout.tsx'
import { AgreeField } from '../parts/agree-field.tsx'
import { factorTicketOf } from '../parts/factor-ticket.ts'
import { MobileField } from '../parts/mobile-field.tsx'
import { isRefused, SignFields } from '../parts/sign-fields.tsx'
import { figures, SignInput } from '../parts/sign-input.tsx'
import { sessionScreens } from '../screens.ts'

const FactorForm = lazy(() => import('../parts/factor-form.tsx'))

const enter = () => goTo('/', { replace: true, force: true })

/**
 * Accepts an invitation with the code of the message, with the mobile if the visitor is not signed in, and with the
 * second factor if the account has one.
 */
export default function Join() {
  const user = useUser()
  const [ticket, setTicket] = useState<string | null>(null)
  const form = useEntry(invitationAccept, {
    toInput: (value) => ({ ...value, native: isNative() || null }),
    also: ({ mobile }) => ({ mobile: !user && !mobile && '请输入手机号' }),
    handles: isRefused,
    faults: (failure) => ({ code: isRefusedFor('wrongCode')(failure) && '邀请码错误或已过期，可请商家重新发送' }),
    onFailure: (failure) => setTicket(factorTicketOf(failure)),
    onSent(session) {
      signIn(session)
      enter()
    },
  })
  const { fields } = form
  if (ticket !== null) {
    return (
      <Suspense fallback={null}>
        <FactorForm ticket={ticket} onSignedIn={enter} onBack={() => setTicket(null)} />
      </Suspense>
    )
  }
  return (
    <Page onBack={() => goBack(user ? '/' : sessionScreens.login.path)}>
      <SignFields {...form} action="确认加入" paged below={<AgreeField of={fields.agree} />}>
        <Text as="p" below={16} ink={2}>
          商家把您添加为员工时，会向您的手机发送6位邀请码。确认后才会加入，商家可看到您的登录设备。以后用短信验证码登录；要用密码，加入后在账号与安全里设置。
        </Text>
        {user ? (
          <Text as="p" below={16} ink={2} num>
            以 {user.mobile} 加入
          </Text>
        ) : (
          <MobileField of={fields.mobile} />
        )}
        <SignInput
          of={fields.code}
          label="邀请码"
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="短信中的6位邀请码"
          className="num"
          maxLength={6}
          read={figures}
        />
      </SignFields>
    </Page>
  )
}
