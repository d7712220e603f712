import { type FormEvent, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { signIn } from '../../kernel/user.ts'
import { Button } from '../../ui/button.tsx'
import { useFirstError } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import CodeField from '../parts/code-field.tsx'
import { bare, type EntryErrors, entryErrors } from '../parts/entry.ts'
import FactorForm from '../parts/factor-form.tsx'
import { factorTicketOf } from '../parts/factor-ticket.ts'
import { MobileField } from '../parts/mobile-field.tsx'
import { PartnerHead } from '../parts/partner-head.tsx'

/** The first time from the partner: which of our accounts this is. */
export function BindForm({ bindToken, onBound }: { bindToken: string; onBound: () => void }) {
  const { frame, showFirst } = useFirstError<HTMLFormElement>()
  const [mobile, setMobile] = useState('')
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<EntryErrors>({})
  const [ticket, setTicket] = useState<string | null>(null)
  const bind = useWrite(calls.partner.wukong, {
    handles: ({ kind }) => kind === 'refused',
    onFailure: (failure) => setTicket(factorTicketOf(failure)),
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = entryErrors({ mobile, code })
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) {
      showFirst()
      return
    }
    const answer = await bind.run({ bindToken, mobile: bare(mobile), smsCode: code })
    if (!answer?.session) return
    signIn(answer.session)
    onBound()
  }
  if (ticket !== null) return <FactorForm ticket={ticket} onSignedIn={onBound} onBack={() => setTicket(null)} />
  return (
    <div className="sign">
      <form ref={frame} className="sign-form" onSubmit={submit} noValidate>
        <PartnerHead note="首次登录，请绑定您在车驿的手机号" />
        <div className="sign-ways" />
        <Notice>绑定后，打开此链接的合作渠道账号可直接登录您的车驿账号。如非本人从合作渠道应用进入，请勿绑定</Notice>
        <MobileField value={mobile} onChange={setMobile} error={errors.mobile} />
        <CodeField
          scene="bind"
          mobile={mobile}
          value={code}
          onChange={setCode}
          error={errors.code}
          onNoMobile={() => setErrors(entryErrors({ mobile }))}
        />
        {bind.failure?.kind === 'refused' && (
          <p className="sign-refused" role="alert">
            {bind.failure.message}
          </p>
        )}
        <Button type="submit" variant="primary" size="l" className="sign-button" loading={bind.pending}>
          绑定并登录
        </Button>
      </form>
    </div>
  )
}
