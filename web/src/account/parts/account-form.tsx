import '../../merchant/parts/form.css'
import './account-form.css'
import { storeScope, storeScopes } from '@cheyi/domain/account/codes'
import { type AccountEntry, accountProblems, MOST_ROLES } from '@cheyi/domain/account/form'
import { calls } from '../../kernel/calls.gen.ts'
import { useRead, useWrite } from '../../kernel/calls.ts'
import type { CallFailure } from '../../kernel/failure.ts'
import { feedback } from '../../kernel/feedback.ts'
import { refusedAs } from '../../kernel/refused.ts'
import { go, goBack } from '../../kernel/router.ts'
import { useUser } from '../../kernel/user.ts'
import { ConflictNotice } from '../../merchant/parts/conflict-notice.tsx'
import { useForm } from '../../merchant/parts/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChipChecks } from '../../ui/chips.tsx'
import { Switch } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/input.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { ActionBar, PageFrame } from '../../ui/page-frame.tsx'
import { Segmented } from '../../ui/tabs.tsx'
import { accountScreens } from '../screens.ts'
import type { AccountDetail } from './account-words.ts'
import { emptyEntry, entryOf, labels, sentOf, trimmed, wordsOf } from './entry.ts'

interface AccountFormProps {
  /** null: a new employee. */
  readonly stored: AccountDetail | null
  readonly refetch: () => void
}

const taken = refusedAs('mobileInMerchant')
const back = () => goBack(accountScreens.list.path)

/** Who somebody is, what they may do, and for which stores. */
export function AccountForm({ stored, refetch }: AccountFormProps) {
  const user = useUser()
  const record = stored === null ? emptyEntry : entryOf(stored)
  const check = (entry: AccountEntry) => {
    const { mobile, ...rest } = trimmed(entry)
    return accountProblems(stored === null ? { ...rest, mobile } : rest, {
      licenceKept: stored !== null && stored.driverLicenceNo !== '',
    })
  }
  const form = useForm({ name: `account:${stored?.id ?? 'new'}`, stored: record, check, refetch, secret: true })
  const { value, set, problems } = form
  const roles = useRead(calls.role.page, { pageSize: 100_000 }, { quiet: true }).data?.list ?? []
  const stores = useRead(calls.store.list, { all: true }, { quiet: true }).data ?? []
  const names = new Map([
    ...roles.map((role): [string, string] => [role.roleId, role.name]),
    ...stores.map((store): [string, string] => [store.id, store.name]),
  ])
  const manner = {
    ...form.manner,
    handles: (failure: CallFailure) => form.manner.handles(failure) || taken(failure),
    onFailure: (failure: CallFailure) =>
      taken(failure) ? form.fail({ mobile: failure.message }) : form.manner.onFailure(failure),
  }
  const adding = useWrite(calls.account.add, manner)
  const editing = useWrite(calls.account.edit, manner)
  const everywhere = user?.storeScope.all ?? false

  async function save() {
    if (!form.ready()) return
    const sent = sentOf(value)
    const saved =
      stored === null
        ? await adding.run({ ...sent, mobile: value.mobile.trim() })
        : await editing.run({ ...sent, id: stored.id, version: stored.version })
    if (!saved) return
    form.done()
    feedback.toast(stored ? '员工资料已保存' : '邀请已发送，待本人确认后加入')
    if (stored) back()
    else go(accountScreens.detail, { id: saved.id }, { replace: true })
  }

  const text = (name: 'name' | 'mobile' | 'jobNo' | 'driverLicenceNo', more: object = {}) => (
    <TextInput value={value[name]} onChange={({ target }) => set({ [name]: target.value })} {...more} />
  )
  return (
    <PageFrame
      narrow
      header={<NavBar title={stored ? `编辑 ${stored.name}` : '新增员工'} onBack={back} />}
      footer={
        <ActionBar>
          <Button
            variant="primary"
            size="l"
            block
            loading={adding.pending || editing.pending}
            reason={
              form.conflicts.length > 0
                ? '请先选择保留哪一方的修改'
                : stored && !form.dirty
                  ? '内容没有改动'
                  : undefined
            }
            onClick={() => void save()}
          >
            {stored ? '保存' : '发送邀请'}
          </Button>
        </ActionBar>
      }
    >
      <div ref={form.frame} className="form-stack">
        <ConflictNotice
          form={form}
          stored={record}
          label={(field) => labels[field]}
          words={(field, one) => wordsOf(field, one, names)}
        />
        <Card title="基本信息">
          <Field label={labels.name} error={problems.name}>
            {text('name', { maxLength: 20 })}
          </Field>
          <Field
            label={labels.mobile}
            error={problems.mobile}
            hint={stored ? undefined : '向此手机号发送邀请码，72小时内由本人确认后加入'}
          >
            {text('mobile', { inputMode: 'tel', maxLength: 11, disabled: stored !== null })}
          </Field>
          <Field label={labels.jobNo} error={problems.jobNo} optional>
            {text('jobNo', { maxLength: 20 })}
          </Field>
        </Card>
        <Card title="角色与数据范围" pad className="account-form-rights">
          <Field
            label={labels.roleIds}
            error={problems.roleIds}
            hint={`最多${MOST_ROLES}个，权限合并计算`}
            layout="stack"
            group
          >
            <ChipChecks
              look="wrap"
              tick
              label="角色"
              options={roles.map(({ roleId, name, grantable }) => ({
                value: roleId,
                label: name,
                disabled: !grantable && !value.roleIds.includes(roleId),
              }))}
              value={value.roleIds}
              onChange={(roleIds) => set({ roleIds })}
            />
          </Field>
          <Field label={labels.storeScope} error={problems.storeScope} layout="stack" group>
            <Segmented
              label="数据范围"
              options={storeScopes.items
                .filter((one) => everywhere || one.value !== storeScope.all || value.storeScope === storeScope.all)
                .map((one) => ({ value: one.value as AccountEntry['storeScope'], label: one.name }))}
              value={value.storeScope}
              onChange={(scope) => set({ storeScope: scope })}
            />
          </Field>
          {value.storeScope !== storeScope.all && (
            <Field
              label={labels.storeIds}
              error={problems.storeIds}
              hint={value.storeScope === storeScope.own ? '只看所选门店中本人创建或负责的订单' : undefined}
              layout="stack"
              group
            >
              <ChipChecks
                look="wrap"
                tick
                label="门店"
                options={stores.map((store) => ({ value: store.id, label: store.name }))}
                value={value.storeIds}
                onChange={(storeIds) => set({ storeIds })}
              />
            </Field>
          )}
        </Card>
        <Card title="司机">
          <Field label={labels.isDriver}>
            <Switch checked={value.isDriver} onChange={({ target }) => set({ isDriver: target.checked })} />
          </Field>
          {value.isDriver && (
            <>
              <Field label={labels.driverLicenceNo} error={problems.driverLicenceNo}>
                {text('driverLicenceNo', { maxLength: 20, placeholder: stored?.driverLicenceNo || undefined })}
              </Field>
              <Field label="有效期至" error={problems.driverLicenceExpireOn}>
                <TextInput
                  type="date"
                  value={value.driverLicenceExpireOn}
                  onChange={({ target }) =>
                    set({ driverLicenceExpireOn: target.value as AccountEntry['driverLicenceExpireOn'] })
                  }
                />
              </Field>
            </>
          )}
        </Card>
        <Card title="备注" pad>
          <Field
            label={<span className="visually-hidden">{labels.remark}</span>}
            error={problems.remark}
            layout="stack"
            optional
          >
            <TextArea value={value.remark} maxLength={200} onChange={({ target }) => set({ remark: target.value })} />
          </Field>
        </Card>
      </div>
    </PageFrame>
  )
}
