import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { Link } from '../../kernel/link.tsx'
import { overlay } from '../../kernel/overlay.ts'
import { useScreen } from '../../kernel/pages.tsx'
import { goTo } from '../../kernel/router.ts'
import { signIn } from '../../kernel/user.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { PartnerHead } from '../parts/partner-head.tsx'
import { SignForm } from '../parts/sign-form.tsx'
import { sessionScreens } from '../screens.ts'
import { BindForm } from './bind-form.tsx'

const enter = () => goTo('/', { replace: true, force: true })

/** Comes in by the partner's one-time code; without one it is a login by SMS under the partner's name. */
export default function WukongLoginCode() {
  const { code } = useScreen(sessionScreens.wukongLoginCode)
  const [bindToken, setBindToken] = useState<string | null>(null)
  const exchange = useWrite(calls.partner.wukong, { handles: ({ kind }) => kind === 'refused' })
  // The code is good once: it is sent once, however often the page is drawn.
  const sent = useRef<string | null>(null)

  const begin = useEffectEvent(async (given: string) => {
    const hide = overlay.show('登录中')
    const answer = await exchange.run({ code: given })
    hide()
    if (!answer) return
    if (answer.session) {
      signIn(answer.session)
      enter()
    } else setBindToken(answer.bindToken)
  })
  useEffect(() => {
    if (!code || sent.current === code) return
    sent.current = code
    void begin(code)
  }, [code])

  if (bindToken !== null) return <BindForm bindToken={bindToken} onBound={enter} />
  if (code) {
    return (
      <PageFrame narrow>
        {exchange.failure && (
          <Empty
            art="locked"
            title={exchange.failure.message}
            note="请从合作渠道的应用重新进入，或用车驿账号登录"
            action={{ label: '用手机号登录', onClick: () => goTo('/wukongLogin', { replace: true }) }}
          />
        )}
      </PageFrame>
    )
  }
  return (
    <SignForm
      head={<PartnerHead note="用车驿账号的手机号登录" />}
      ways={['code']}
      links={
        <p className="sign-links">
          <Link to={sessionScreens.wukongLogin}>用密码登录</Link>
        </p>
      }
      onSignedIn={enter}
    />
  )
}
