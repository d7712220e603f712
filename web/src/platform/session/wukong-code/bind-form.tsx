import { useState } from 'react'
import { partnerWukong } from '../../../form/calls/partner-wukong.gen.ts'
import { useEntry } from '../../../form/use-entry.ts'
import { signIn } from '../../../kernel/user.ts'
import { Row } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import CodeField from '../parts/code-field.tsx'
import { isRefused } from '../parts/entry.ts'
import FactorForm from '../parts/factor-form.tsx'
import { factorTicketOf } from '../parts/factor-ticket.ts'
import { MobileField } from '../parts/mobile-field.tsx'
import { PartnerHead } from '../parts/partner-head.tsx'
import { SignFields } from '../parts/sign-fields.tsx'

/** First sign-in from the partner: the user names the account of this system to bind. */
export function BindForm({ bindToken, onBound }: { bindToken: string; onBound: () => void }) {
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
