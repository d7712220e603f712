import '../parts/sign-form.css'
import { passwordHint, passwordProblem } from '@cheyi/domain/check/password'
import { type FormEvent, useState } from 'react'
import { faultsOf } from '../../form/use-problems.ts'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead, useWrite } from '../../kernel/calls.ts'
import { refusedAs } from '../../kernel/refused.ts'
import { goTo } from '../../kernel/router.ts'
import { signIn } from '../../kernel/user.ts'
import { Page } from '../../page/frame.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, useFirstError } from '../../ui/field.tsx'
import { TextInput } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { AgreeField } from '../parts/agree-field.tsx'
import CodeField from '../parts/code-field.tsx'
import { bare, entryErrors } from '../parts/entry.ts'
import { MobileField } from '../parts/mobile-field.tsx'
import { PasswordField } from '../parts/password-field.tsx'

const blank = { mobile: '', code: '', password: '', merchantName: '', contactName: '', cityCode: '', agree: false }
type Entered = typeof blank
type Errors = { readonly [K in keyof Entered]?: string }

const length = (text: string) => [...text.trim()].length

function errorsOf(entered: Entered): Errors {
  const { mobile, code, password, agree, merchantName, contactName, cityCode } = entered
  const names = length(merchantName)
  const weak = password === '' ? '请输入密码' : passwordProblem(password, bare(mobile))
  return {
    ...entryErrors({ mobile, code, agree }),
    ...(weak && { password: weak }),
    ...((names < 2 || names > 50) && { merchantName: '商家名称为2-50个字' }),
    ...((length(contactName) < 2 || length(contactName) > 20) && { contactName: '联系人姓名为2-20个字' }),
    ...(cityCode === '' && { cityCode: '请选择城市' }),
  }
}

/** A rental company signs itself up: its owner's mobile, its name and its city; the rest is entered inside. */
export default function Register() {
  const { frame, showFirst } = useFirstError<HTMLFormElement>()
  const [entered, setEntered] = useState(blank)
  const [errors, setErrors] = useState<Errors>({})
  const cities = useRead(calls.lookup.cities, {}, { freshFor: Number.POSITIVE_INFINITY })
  const register = useWrite(calls.session.register, {
    handles: ({ kind }) => kind === 'refused',
    onFailure(failure) {
      const field = refusedAs('wrongCode')(failure)
        ? 'code'
        : refusedAs('mobileRegistered')(failure)
          ? 'mobile'
          : refusedAs('passwordWeak')(failure)
            ? 'password'
            : null
      if (field !== null) showErrors({ [field]: failure.message })
      else if (failure.field !== null && failure.field in blank) showErrors(faultsOf(failure))
    },
  })
  function showErrors(found: Errors) {
    setErrors(found)
    showFirst()
  }
  function enter(change: Partial<Entered>) {
    const next = { ...entered, ...change }
    setEntered(next)
    const left = errorsOf(next)
    setErrors((shown) =>
      Object.fromEntries(Object.entries(shown).filter(([name]) => name in left && !(name in change))),
    )
  }
  const check = (name: keyof Entered) => () => {
    if (entered[name]) setErrors((shown) => ({ ...shown, [name]: errorsOf(entered)[name] }))
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = errorsOf(entered)
    if (Object.keys(wrong).length > 0) return showErrors(wrong)
    const session = await register.run({ ...entered, mobile: bare(entered.mobile) })
    if (!session) return
    signIn(session)
    goTo('/', { replace: true, force: true })
  }
  const { failure } = register
  const general = failure?.kind === 'refused' && Object.keys(errors).length === 0 ? failure.message : undefined
  return (
    <Page>
      <form ref={frame} className="sign-form sign-page" onSubmit={submit} noValidate>
        <p className="sign-note">注册后先完善门店、车型与车辆，平台审核通过即可接单</p>
        <MobileField
          value={entered.mobile}
          onChange={(mobile) => enter({ mobile })}
          onBlur={check('mobile')}
          error={errors.mobile}
        />
        <CodeField
          scene="register"
          mobile={entered.mobile}
          value={entered.code}
          onChange={(code) => enter({ code })}
          error={errors.code}
          onNoMobile={() => showErrors({ mobile: entryErrors(entered).mobile ?? '请输入手机号' })}
        />
        <PasswordField
          value={entered.password}
          onChange={(password) => enter({ password })}
          onBlur={check('password')}
          error={errors.password}
          label="设置密码"
          hint={passwordHint}
          autoComplete="new-password"
        />
        <Field label={<span className="visually-hidden">商家名称</span>} layout="stack" error={errors.merchantName}>
          <TextInput
            look="fill"
            placeholder="商家名称，如 晴天租车"
            autoComplete="organization"
            maxLength={50}
            value={entered.merchantName}
            onChange={(event) => enter({ merchantName: event.target.value })}
            onBlur={check('merchantName')}
          />
        </Field>
        <Field label={<span className="visually-hidden">联系人姓名</span>} layout="stack" error={errors.contactName}>
          <TextInput
            look="fill"
            placeholder="联系人姓名"
            autoComplete="name"
            maxLength={20}
            value={entered.contactName}
            onChange={(event) => enter({ contactName: event.target.value })}
            onBlur={check('contactName')}
          />
        </Field>
        <Field label={<span className="visually-hidden">所在城市</span>} layout="stack" error={errors.cityCode}>
          <div className="sign-select">
            <Select
              title="所在城市"
              placeholder="所在城市"
              options={(cities.data?.list ?? []).map(({ code, name, province }) => ({
                value: code,
                label: name,
                note: province === name ? undefined : province,
              }))}
              value={entered.cityCode || undefined}
              onChange={(cityCode) => enter({ cityCode })}
              search
            />
          </div>
        </Field>
        {general && (
          <p className="sign-refused" role="alert">
            {general}
          </p>
        )}
        <Button type="submit" variant="primary" size="l" className="sign-button" loading={register.pending}>
          注册
        </Button>
        <AgreeField value={entered.agree} onChange={(agree) => enter({ agree })} error={errors.agree} />
      </form>
    </Page>
  )
}
