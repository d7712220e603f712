import { passwordHint } from '@cheyi/domain/platform/check/password'
import { errorOf, type FormField } from '../../../form/form-field.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { Field } from '../../../ui/field/field.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { Row } from '../../../ui/layout.tsx'
import CodeField from './code-field.tsx'
import { MobileField } from './mobile-field.tsx'
import { PasswordField } from './password-field.tsx'
import { SignInput } from './sign-input.tsx'

type Text = FormField<string | null>

interface NewMerchantFieldsProps {
  readonly of: {
    readonly mobile: Text
    readonly code: Text
    readonly password: Text
    readonly merchantName: Text
    readonly contactName: Text
    readonly cityCode: Text
  }
}

/** What a rental company types to begin: its owner's mobile and password, its name and its city. */
export function NewMerchantFields({ of }: NewMerchantFieldsProps) {
  const cities = useRead(calls.lookup.cities, {}, { freshFor: Number.POSITIVE_INFINITY, quiet: false })
  return (
    <>
      <MobileField of={of.mobile} />
      <CodeField of={of.code} scene="register" to={of.mobile} />
      <PasswordField of={of.password} label="设置密码" hint={passwordHint} autoComplete="new-password" />
      <SignInput of={of.merchantName} placeholder="商家名称，如 晴天租车" autoComplete="organization" />
      <SignInput of={of.contactName} autoComplete="name" />
      <Field label={<span className="visually-hidden">{of.cityCode.rules.label}</span>} error={errorOf(of.cityCode)}>
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
            value={of.cityCode.value ?? undefined}
            onChange={of.cityCode.set}
            search
          />
        </Row>
      </Field>
    </>
  )
}
