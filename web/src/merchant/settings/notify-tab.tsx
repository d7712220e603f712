import './settings.css'
import { notifyTypes } from '@cheyi/domain/lookup/codes'
import { customerMessageNames, customerMessages, customerSwitch } from '@cheyi/domain/notify/customer'
import { mutedOf, quietTypes, rolesOf, textedTypes } from '@cheyi/domain/notify/matrix'
import type { NotifyType } from '@cheyi/domain/notify/notice'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { feedback } from '../../kernel/feedback.ts'
import { Card } from '../../ui/card.tsx'
import { ChipChecks } from '../../ui/chips.tsx'
import { Field } from '../../ui/field.tsx'
import { ConflictNotice } from '../parts/conflict-notice.tsx'
import { SwitchField } from '../parts/number-field.tsx'
import { useForm } from '../parts/use-form.ts'
import type { MerchantDetail } from './rules-tab.tsx'
import { TabFrame, type TabProps } from './tab-frame.tsx'

/** By switch: of a type of notice the roles that get a text message, of a message to customers whether it is sent. */
type Matrix = Readonly<Record<string, readonly string[] | boolean>>

const keyOf = (type: NotifyType) => `staff.${type}`

function matrixOf({ muted, roles }: MerchantDetail): Matrix {
  const roleIds = roles.map(({ id }) => id)
  return Object.fromEntries([
    ...textedTypes.map((type) => [keyOf(type), rolesOf(type, muted, roleIds)]),
    ...customerMessageNames.map((name) => [customerSwitch(name), !muted.includes(customerSwitch(name))]),
  ])
}

const nothingWrong = () => ({})

/** Which notices reach whose phone, and what customers are told. In the app everybody is told who may act on it. */
export default function NotifyTab({ head, stored, refetch }: TabProps<MerchantDetail>) {
  const { roles } = stored
  const roleIds = roles.map(({ id }) => id)
  const record = matrixOf(stored)
  const form = useForm<Matrix>({ name: 'settings:notify', stored: record, check: nothingWrong, refetch })
  const saving = useWrite(calls.merchant.saveSetting, form.manner)
  const onOf = (type: NotifyType, matrix = form.value) => matrix[keyOf(type)] as readonly string[]

  async function save() {
    const muted = [
      ...textedTypes.flatMap((type) => mutedOf(type, onOf(type), roleIds)),
      ...customerMessageNames.map(customerSwitch).filter((name) => form.value[name] === false),
    ]
    if (!(await saving.run({ settings: { notify: { muted } }, version: stored.version }))) return
    form.done()
    feedback.toast('设置已保存，立即生效')
  }

  const typeOf = (key: string) => textedTypes.find((type) => keyOf(type) === key)
  const labelOf = (key: string): string => {
    const type = typeOf(key)
    if (type !== undefined) return `${notifyTypes.text(type)}短信`
    return customerMessages[customerMessageNames.find((name) => customerSwitch(name) === key)!]
  }
  const wordsOf = (key: string, matrix: Matrix): string => {
    const value = matrix[key]
    if (typeof value === 'boolean') return value ? '发送' : '不发送'
    const on = roles.filter(({ id }) => value?.includes(id))
    return on.map(({ name }) => name).join('、') || '不发送'
  }
  return (
    <TabFrame head={head} form={form} saving={saving.pending} onSave={() => void save()}>
      <ConflictNotice
        form={form}
        stored={record}
        label={(key) => labelOf(String(key))}
        words={(key, m) => wordsOf(String(key), m)}
      />
      <Card title="员工消息">
        <p className="form-note">
          站内消息始终送达有相应权限的员工；短信只发给选中的角色，22:00至次日8:00的非紧急短信早上再发。本人还可在消息设置里关闭
        </p>
        {textedTypes.map((type) => (
          <Field
            key={type}
            label={notifyTypes.text(type)}
            group
            hint={onOf(type).length === 0 ? '只发站内消息' : undefined}
          >
            <ChipChecks
              look="wrap"
              tick
              label={`${notifyTypes.text(type)}短信`}
              options={roles.map(({ id, name }) => ({ value: id, label: name }))}
              value={onOf(type)}
              onChange={(on) => form.set({ [keyOf(type)]: on })}
            />
          </Field>
        ))}
        <Field label="只发站内" group>
          <p className="setting-quiet">{quietTypes.map((type) => notifyTypes.text(type)).join('、')}</p>
        </Field>
      </Card>
      <Card title="客户短信">
        <p className="form-note">每个订单每天最多5条</p>
        {customerMessageNames.map((name) => (
          <SwitchField
            key={name}
            label={customerMessages[name]}
            checked={form.value[customerSwitch(name)] === true}
            onChange={(on) => form.set({ [customerSwitch(name)]: on })}
          />
        ))}
      </Card>
    </TabFrame>
  )
}
