import { type Gender, genders, identityType, identityTypes } from '@cheyi/domain/rental/driver/codes'
import { TextField } from '../../../form/fields.tsx'
import { fieldsOf } from '../../../form/form-field.ts'
import { SelectField } from '../../../form/select-field.tsx'
import { DateInput } from '../../../ui/date/date-input.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Field, TextInput } from '../../../ui/field/field.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Box, Card } from '../../../ui/layout.tsx'
import { birthFieldsOf } from '../parts/entry.ts'
import { SecretInput } from './secret-input.tsx'
import type { PersonForm } from './use-entry.ts'

/** Identity: document, name, phone. */
export function IdentityCard({ form, onTwin }: { form: PersonForm; onTwin: (personId: string) => void }) {
  const { entry, stored, today, enter, leave, problems, twin, numbers, reveal, revealing } = form
  const born = birthFieldsOf(entry, stored)
  const secret = { onReveal: reveal, revealing }
  const fields = fieldsOf(entry, enter, problems)
  return (
    <Card>
      <SelectField
        of={fields.identityType}
        label="证件类型"
        options={identityTypes.values.map((value) => ({ value, label: identityTypes.text(value) }))}
      />
      <TextField of={fields.name} label="姓名" maxLength={30} placeholder="与证件一致" onBlur={() => leave('name')} />
      <Field
        label="证件号码"
        error={problems.identityNo}
        extra={
          twin && (
            <Box
              as="button"
              keep
              ink="link"
              size="s"
              reach
              type="button"
              aria-label="打开该客户"
              onClick={() => onTwin(twin)}
            >
              打开
            </Box>
          )
        }
      >
        <SecretInput
          {...secret}
          typed={entry.identityNo}
          mask={stored?.identityNo ?? ''}
          shown={numbers?.identityNo}
          autoCapitalize="characters"
          inputMode={entry.identityType === identityType.idCard ? 'text' : undefined}
          maxLength={30}
          placeholder="请输入证件号码"
          onType={(identityNo) => enter({ identityNo })}
          onBlur={() => leave('identityNo')}
        />
      </Field>
      <Field
        label="有效期"
        error={problems.identityExpire}
        extra={
          <Checkbox checked={entry.forever} onChange={(event) => enter({ forever: event.target.checked })}>
            长期
          </Checkbox>
        }
      >
        {entry.forever ? (
          <TextInput value="长期有效" readOnly />
        ) : (
          <DateInput
            title="证件有效期"
            prefix="至"
            value={entry.identityExpire}
            today={today}
            onChange={(identityExpire) => enter({ identityExpire })}
            onBlur={() => leave('identityExpire')}
          />
        )}
      </Field>
      <Field label="手机号" error={problems.phone}>
        <SecretInput
          {...secret}
          typed={entry.phone}
          mask={stored?.phone ?? ''}
          shown={numbers?.phone}
          type="tel"
          inputMode="tel"
          maxLength={20}
          placeholder="客户本人手机号"
          onType={(phone) => enter({ phone })}
          onBlur={() => leave('phone')}
        />
      </Field>
      {born.fixed ? (
        <Field label="出生日期">
          <TextInput className="num" readOnly value={bornText(born)} placeholder="按证件号码自动填写" />
        </Field>
      ) : (
        <>
          <Field label="出生日期" error={problems.birthday} optional>
            <DateInput
              title="出生日期"
              value={entry.birthday}
              start="1990-01-01"
              max={today}
              today={today}
              onChange={(birthday) => enter({ birthday })}
              onBlur={() => leave('birthday')}
            />
          </Field>
          <Field label="性别" group>
            <Segmented<Gender>
              label="性别"
              className="person-entry-gender"
              options={genders.values.map((value) => ({ value, label: genders.text(value) }))}
              value={entry.gender ?? undefined}
              onChange={(gender) => enter({ gender })}
            />
          </Field>
        </>
      )}
      <TextField of={fields.address} label="地址" optional maxLength={200} />
    </Card>
  )
}

const bornText = ({ birthday, gender }: { birthday: string | null; gender: Gender | null }): string =>
  [birthday, gender === null ? '' : genders.text(gender)].filter(Boolean).join(' · ')
