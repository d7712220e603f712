import '../parts/sign-form.css'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { partnerWukong } from '../../../form/calls/partner-wukong.gen.ts'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { overlay } from '../../../kernel/overlay.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { go, goTo } from '../../../kernel/page/router.ts'
import { signIn } from '../../../kernel/user.ts'
import { Empty } from '../../../ui/frame/empty.tsx'
import { PageFrame } from '../../../ui/frame/page-frame.tsx'
import { Button, Notice, Row, Stack } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import CodeField from '../parts/code-field.tsx'
import FactorForm from '../parts/factor-form.tsx'
import { factorTicketOf } from '../parts/factor-ticket.ts'
import { MobileField } from '../parts/mobile-field.tsx'
import { PartnerHead } from '../parts/partner-head.tsx'
import { isRefused, SignFields } from '../parts/sign-fields.tsx'
import { SignForm } from '../parts/sign-form.tsx'
import { sessionScreens } from '../screens.ts'

type Session = NonNullable<OutputOf<typeof calls.partner.wukong>['session']>

const enter = () => goTo('/', { replace: true, force: true })

/**
 * Signs in with the partner's one-time code; without one it is a login by SMS under the partner's name. The code may
 * come from a link that another person sent, so the account is shown and the user confirms it before this browser is
 * signed in.
 */
export default function WukongLoginCode() {
  const { code } = useScreen(sessionScreens.wukongLoginCode)
  const [bindToken, setBindToken] = useState<string | null>(null)
  const [arrived, setArrived] = useState<Session | null>(null)
  const [ticket, setTicket] = useState<string | null>(null)
  const exchange = useWrite(calls.partner.wukong, {
    handles: ({ kind }) => kind === 'refused',
    onFailure: (failure) => setTicket(factorTicketOf(failure)),
  })
  // The code is valid only once, so it is sent once, however often the component renders.
  const sent = useRef<string | null>(null)

  const begin = useEffectEvent(async (given: string) => {
    const hide = overlay.show('登录中')
    const answer = await exchange.run({ code: given })
    hide()
    if (!answer) return
    if (answer.session) setArrived(answer.session)
    else setBindToken(answer.bindToken)
  })
  useEffect(() => {
    if (!code || sent.current === code) return
    sent.current = code
    void begin(code)
  }, [code])

  const away = () => go(sessionScreens.login, {}, { replace: true })
  if (arrived !== null) {
    const { name, mobile, merchantName } = arrived.user
    return (
      <div className="sign">
        <Stack className="sign-form">
          <PartnerHead note="请确认这是您本人的账号" />
          <KeyValue
            rows={[
              { label: '姓名', value: name || '未选择商家' },
              { label: '手机号', value: <span className="num">{mobile}</span> },
              { label: '商家', value: merchantName || '登录后选择' },
            ]}
          />
          <Button
            variant="primary"
            size="l"
            className="sign-button"
            onClick={() => {
              signIn(arrived)
              enter()
            }}
          >
            是我，登录
          </Button>
          <Button variant="text" size="l" onClick={away}>
            不是我的账号
          </Button>
        </Stack>
      </div>
    )
  }
  if (ticket !== null) return <FactorForm ticket={ticket} onSignedIn={enter} onBack={away} />
  if (bindToken !== null) return <BindForm bindToken={bindToken} onBound={enter} />
  if (code) {
    return (
      <PageFrame narrow>
        {exchange.failure && (
          <Empty
            art="locked"
            title={exchange.failure.message}
            note="请从合作渠道的应用重新进入，或用车驿账号登录"
            action={{ label: '用手机号登录', onClick: () => go(sessionScreens.wukongLogin, {}, { replace: true }) }}
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
        <Row as="p" pad={[12, 0]} top={4} align="stretch" justify="between" note className="sign-links">
          <Link to={sessionScreens.wukongLogin}>用密码登录</Link>
        </Row>
      }
      onSignedIn={enter}
    />
  )
}

/** First sign-in from the partner: the user names the account of this system to bind. */
function BindForm({ bindToken, onBound }: { bindToken: string; onBound: () => void }) {
  const [ticket, setTicket] = useState<string | null>(null)
  const form = useEntry(partnerWukong, {
    start: { bindToken },
    also: ({ mobile, smsCode }) => ({ mobile: !mobile && '请输入手机号', smsCode: !smsCode && '请输入验证码' }),
    handles: isRefused,
    onFailure: (failure) => setTicket(factorTicketOf(failure)),
    onSent({ session }) {
      if (!session) return
      signIn(session)
      onBound()
    },
  })
  const { mobile, smsCode } = form.fields
  if (ticket !== null) return <FactorForm ticket={ticket} onSignedIn={onBound} onBack={() => setTicket(null)} />
  return (
    <div className="sign">
      <SignFields {...form} action="绑定并登录">
        <PartnerHead note="首次登录，请绑定您在车驿的手机号" />
        <Row gap={16} top={20} below={4} align="baseline" />
        <Notice>绑定后，打开此链接的合作渠道账号可直接登录您的车驿账号。如非本人从合作渠道应用进入，请勿绑定</Notice>
        <MobileField of={mobile} />
        <CodeField of={smsCode} scene="bind" to={mobile} />
      </SignFields>
    </div>
  )
}
