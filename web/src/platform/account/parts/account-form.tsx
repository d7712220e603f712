import { storeScope, storeScopes } from '@cheyi/domain/platform/account/codes'
import { accountProblems, MOST_ROLES } from '@cheyi/domain/platform/account/form'
import { accountAdd } from '../../../form/calls/account-add.gen.ts'
import { accountEdit } from '../../../form/calls/account-edit.gen.ts'
import { ChipsField } from '../../../form/code-field.tsx'
import { FieldRow } from '../../../form/field-row.tsx'
import { SwitchField, TextAreaField, TextField } from '../../../form/fields.tsx'
import { FormPage } from '../../../form/form-page.tsx'
import { useForm } from '../../../form/use-form.ts'
import { calls, feedback, useRead } from '../../../kernel/call/calls.ts'
import { go, goBack } from '../../../kernel/page/router.ts'
import { useUser } from '../../../kernel/user.ts'
import { Field, TextInput } from '../../../ui/field/field.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Card } from '../../../ui/layout.tsx'
import { accountScreens } from '../screens.ts'
import type { AccountDetail } from './account-words.ts'
import { type AccountInput, emptyEntry, entryOf, inputOfEntry } from './entry.ts'

interface AccountFormProps {
  /** null stands for a new employee. */
  readonly stored: AccountDetail | null
  readonly refetch: () => void
}

const back = () => goBack(accountScreens.list.path)

/** The personal data of an employee, the roles, and the stores. */
export function AccountForm({ stored, refetch }: AccountFormProps) {
  const user = useUser()
  const form = useForm<AccountInput, { id: string }>(stored === null ? accountAdd : accountEdit, {
    id: stored?.id ?? 'new',
    stored: stored === null ? emptyEntry : entryOf(stored),
    toInput: inputOfEntry,
    also: (entry) => accountProblems(entry, { licenceKept: stored !== null && stored.driverLicenceNo !== '' }),
    refetch,
    secret: true,
    onSaved(saved) {
      feedback.toast(stored ? '员工资料已保存' : '邀请已发送，待本人确认后加入')
      if (stored) back()
      else go(accountScreens.detail, { id: saved.id }, { replace: true })
    },
  })
  const { fields, value } = form
  const roles = useRead(calls.role.page, { pageSize: 100_000 }).data?.list ?? []
  const stores = useRead(calls.store.list, { all: true }).data ?? []
  const everywhere = user?.storeScope.all ?? false
  const scopes = storeScopes.values.filter(
    (one) => everywhere || one !== storeScope.all || value.storeScope === storeScope.all,
  )
  return (
    <FormPage
      of={form}
      title={stored ? `编辑 ${stored.name}` : '新建员工'}
      onBack={back}
      touched={stored === null}
      action={stored ? '保存' : '发送邀请'}
    >
      <Card title="基本信息">
        <TextField of={fields.name} />
        {stored ? (
          <Field label="手机号">
            <TextInput value={stored.mobile} disabled />
          </Field>
        ) : (
          <TextField of={fields.mobile} inputMode="tel" hint="向此手机号发送邀请码，72小时内由本人确认后加入" />
        )}
        <TextField of={fields.jobNo} />
      </Card>
      <Card title="角色与数据范围">
        <ChipsField
          of={fields.roleIds}
          hint={`最多${MOST_ROLES}个，权限合并计算`}
          options={roles.map(({ roleId, name, grantable }) => ({
            value: roleId,
            label: name,
            disabled: !grantable && !value.roleIds?.includes(roleId),
          }))}
        />
        <FieldRow of={fields.storeScope} words={(scope) => (scope === null ? '' : storeScopes.text(scope))} group>
          <Segmented
            label="数据范围"
            options={scopes.map((one) => ({ value: one, label: storeScopes.text(one) }))}
            value={value.storeScope ?? storeScope.all}
            onChange={fields.storeScope.set}
          />
        </FieldRow>
        {value.storeScope !== storeScope.all && (
          <ChipsField
            of={fields.storeIds}
            hint={value.storeScope === storeScope.own ? '只看所选门店中本人创建或负责的订单' : undefined}
            options={stores.map((store) => ({ value: store.id, label: store.name }))}
          />
        )}
      </Card>
      <Card title="司机">
        <SwitchField of={fields.isDriver} />
        {value.isDriver && (
          <>
            <TextField of={fields.driverLicenceNo} placeholder={stored?.driverLicenceNo || undefined} />
            <FieldRow of={fields.driverLicenceExpireOn} label="有效期至" words={(date) => date ?? ''}>
              <TextInput
                type="date"
                value={value.driverLicenceExpireOn ?? ''}
                onChange={({ target }) => fields.driverLicenceExpireOn.set(target.value || null)}
              />
            </FieldRow>
          </>
        )}
      </Card>
      <Card>
        <TextAreaField of={fields.remark} />
      </Card>
    </FormPage>
  )
}
