import '../parts/sign-form.css'
import { type FormEvent, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { isNative } from '../../kernel/native.ts'
import { refusedAs } from '../../kernel/refused.ts'
import { goBack, goTo } from '../../kernel/router.ts'
import { signIn, useUser } from '../../kernel/user.ts'
import { Page } from '../../page/frame.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, useFirstError } from '../../ui/field.tsx'
import { TextInput } from '../../ui/input.tsx'
import { AgreeField } from '../parts/agree-field.tsx'
import { bare, type EntryErrors, entryErrors } from '../parts/entry.ts'
import { MobileField } from '../parts/mobile-field.tsx'

/** Somebody who was invited comes in: with the code of the message, and their mobile where nobody is signed in. */
export default function Join() {
  const user = useUser()
  const { frame, showFirst } = useFirstError<HTMLFormElement>()
  const [entered, setEntered] = useState({ mobile: '', code: '', agree: false })
  const [errors, setErrors] = useState<EntryErrors>({})
  const accept = useWrite(calls.invitation.accept, {
    handles: ({ kind }) => kind === 'refused',
    onFailure: (failure) => {
      if (refusedAs('wrongCode')(failure)) showErrors({ code: '邀请码错误或已过期，可请商家重新发送' })
    },
  })
  const asked = ({ mobile, code, agree }: typeof entered) => (user ? { code, agree } : { mobile, code, agree })

  function showErrors(found: EntryErrors) {
    setErrors(found)
    showFirst()
  }
  function enter(change: Partial<typeof entered>) {
    setEntered({ ...entered, ...change })
    setErrors((shown) => Object.fromEntries(Object.entries(shown).filter(([name]) => !(name in change))))
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = entryErrors(asked(entered))
    if (Object.keys(wrong).length > 0) return showErrors(wrong)
    const { mobile, code, agree } = entered
    const session = await accept.run({
      code,
      agree,
      ...(!user && { mobile: bare(mobile) }),
      ...(isNative() && { native: true }),
    })
    if (!session) return
    signIn(session)
    goTo('/', { replace: true, force: true })
  }
  const { failure } = accept
  const general = failure?.kind === 'refused' && !refusedAs('wrongCode')(failure) ? failure.message : undefined
  return (
    <Page onBack={() => goBack(user ? '/' : '/login')}>
      <form ref={frame} className="sign-form sign-page" onSubmit={submit} noValidate>
        <p className="sign-note">
          商家把您添加为员工时，会向您的手机发送6位邀请码。确认后才会加入，商家可看到您的登录设备。
        </p>
        {user ? (
          <p className="sign-note num">以 {user.mobile} 加入</p>
        ) : (
          <MobileField value={entered.mobile} onChange={(mobile) => enter({ mobile })} error={errors.mobile} />
        )}
        <Field label={<span className="visually-hidden">邀请码</span>} layout="stack" error={errors.code}>
          <TextInput
            look="fill"
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="短信中的6位邀请码"
            className="num"
            maxLength={6}
            value={entered.code}
            onChange={(event) => enter({ code: event.target.value.replaceAll(/\D/g, '') })}
          />
        </Field>
        {general && (
          <p className="sign-refused" role="alert">
            {general}
          </p>
        )}
        <Button type="submit" variant="primary" size="l" className="sign-button" loading={accept.pending}>
          确认加入
        </Button>
        <AgreeField value={entered.agree} onChange={(agree) => enter({ agree })} error={errors.agree} />
      </form>
    </Page>
  )
}
