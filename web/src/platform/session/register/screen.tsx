import { passwordHint, passwordProblem } from '@cheyi/domain/platform/check/password'
import { sessionRegister } from '../../../form/calls/session-register.gen.ts'
import { errorOf } from '../../../form/form-field.ts'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { refusedAs } from '../../../kernel/call/refused.ts'
import { goTo } from '../../../kernel/page/router.ts'
import { signIn } from '../../../kernel/user.ts'
import { Page } from '../../../page/page.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { AgreeField } from '../parts/agree-field.tsx'
import CodeField from '../parts/code-field.tsx'
import { MobileField } from '../parts/mobile-field.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { isRefused, SignFields } from '../parts/sign-fields.tsx'
import { SignInput } from '../parts/sign-input.tsx'

/** A rental company registers with its owner's mobile, its name and its city; all other data is entered after the sign-in. */
export default function Register() {
  const cities = useRead(calls.lookup.cities, {}, { freshFor: Number.POSITIVE_INFINITY, quiet: false })
  const form = useEntry(sessionRegister, {
    draft: { id: 'new', fields: ['mobile', 'merchantName', 'contactName', 'cityCode'] },
    also: ({ password, mobile }) => ({ password: password && passwordProblem(password, mobile ?? '') }),
    handles: isRefused,
    faults: (failure) => ({
      code: refusedAs('wrongCode')(failure) && failure.message,
      mobile: refusedAs('mobileRegistered')(failure) && failure.message,
    }),
    onSent(session) {
      signIn(session)
      goTo('/', { replace: true, force: true })
    },
  })
  const { fields } = form
  return (
    <Page>
      <SignFields {...form} action="注册" paged below={<AgreeField of={fields.agree} />}>
        <Text as="p" below={16} ink={2}>
          注册后先完善门店、车型与车辆，平台审核通过即可接单
        </Text>
        <MobileField of={fields.mobile} />
        <CodeField of={fields.code} scene="register" to={fields.mobile} />
        <PasswordField of={fields.password} label="设置密码" hint={passwordHint} autoComplete="new-password" />
        <SignInput of={fields.merchantName} placeholder="商家名称，如 晴天租车" autoComplete="organization" />
        <SignInput of={fields.contactName} autoComplete="name" />
        <Field
          label={<span className="visually-hidden">{fields.cityCode.rules.label}</span>}
          error={errorOf(fields.cityCode)}
        >
          <Row pad={[0, 16]} high={52} full fill="page" size="l" className="sign-select">
            <Select
              title="所在城市"
              placeholder="所在城市"
              options={(cities.data?.list ?? []).map(({ code, name, province, sound }) => ({
                value: code,
                label: name,
                words: sound,
                note: province === name ? undefined : province,
              }))}
              value={fields.cityCode.value ?? undefined}
              onChange={fields.cityCode.set}
              search
            />
          </Row>
        </Field>
      </SignFields>
    </Page>
  )
}
