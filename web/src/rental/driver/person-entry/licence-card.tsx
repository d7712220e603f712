import { licenceKinds } from '@cheyi/domain/rental/driver/codes'
import { isPermit } from '@cheyi/domain/rental/driver/licence-kind'
import { fieldsOf } from '../../../form/form-field.ts'
import { SelectField } from '../../../form/select-field.tsx'
import { DateInput } from '../../../ui/date/date-input.tsx'
import { Field, TextInput } from '../../../ui/field/field.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Box, Card } from '../../../ui/layout.tsx'
import { isCardLicence, licenceNoOf } from '../parts/entry.ts'
import { SecretInput } from './secret-input.tsx'
import type { PersonForm } from './use-entry.ts'

/** The most frequent classes; others are typed. */
const usual = ['C1', 'C2'].map((value) => ({ value, label: value }))

/** Licence classes and the issue date. */
export function LicenceCard({ form }: { form: PersonForm }) {
  const { entry, stored, today, enter, leave, problems, numbers, reveal, revealing, asked } = form
  const own = entry.identityNo ?? numbers?.identityNo ?? ''
  const ofCard = isCardLicence(entry)
  const fields = fieldsOf(entry, enter, problems)
  const ends = isPermit(entry.licenceKind)
  return (
    <Card title="驾驶证">
      <SelectField
        of={fields.licenceKind}
        label="驾驶证类型"
        optional
        options={licenceKinds.values.map((value) => ({ value, label: licenceKinds.text(value) }))}
      />
      <Field
        label="驾驶证号"
        optional={asked?.askLicence === false}
        error={problems.licenceNo}
        hint={ofCard ? '与身份证号相同，不同时可修改' : undefined}
        extra={
          !ofCard &&
          entry.licenceNo === '' &&
          own !== '' && (
            <Box as="button" keep ink="link" size="s" reach type="button" onClick={() => enter({ licenceNo: own })}>
              同证件号
            </Box>
          )
        }
      >
        <SecretInput
          onReveal={reveal}
          revealing={revealing}
          typed={ofCard ? entry.identityNo : entry.licenceNo}
          mask={licenceNoOf(entry, stored)}
          shown={numbers ? licenceNoOf(entry, numbers) : undefined}
          autoCapitalize="characters"
          maxLength={30}
          onType={(licenceNo) => enter({ licenceNo })}
        />
      </Field>
      <Field
        label="准驾车型"
        error={problems.licenceClass}
        extra={
          <ChipRadios
            look="wrap"
            label="常用准驾车型"
            options={usual}
            value={entry.licenceClass}
            onChange={(licenceClass) => enter({ licenceClass })}
          />
        }
      >
        <TextInput
          value={entry.licenceClass}
          maxLength={10}
          autoCapitalize="characters"
          placeholder="如 C1"
          onChange={(event) => enter({ licenceClass: event.target.value.toUpperCase().replaceAll(/[^A-Z\d]/g, '') })}
          onBlur={() => leave('licenceClass')}
        />
      </Field>
      <Field label="初次领证" error={problems.licenceFirstIssue}>
        <DateInput
          title="初次领证日期"
          value={entry.licenceFirstIssue}
          max={today}
          today={today}
          onChange={(licenceFirstIssue) => enter({ licenceFirstIssue })}
          onBlur={() => leave('licenceFirstIssue')}
        />
      </Field>
      <Field label={ends ? '截止日期' : '有效期'} error={problems.licenceExpire} optional={!ends}>
        <DateInput
          title="驾驶证有效期"
          prefix="至"
          value={entry.licenceExpire}
          today={today}
          onChange={(licenceExpire) => enter({ licenceExpire })}
          onBlur={() => leave('licenceExpire')}
        />
      </Field>
    </Card>
  )
}
