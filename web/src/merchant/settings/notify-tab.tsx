import './settings.css'
import { notifyTypes } from '@cheyi/domain/lookup/codes'
import { customerMessageNames, customerMessages, customerSwitch } from '@cheyi/domain/notify/customer'
import { exampleText } from '@cheyi/domain/notify/customer-text'
import { notifyOf, rolesOf } from '@cheyi/domain/notify/matrix'
import { examples, type NotifyType, raised } from '@cheyi/domain/notify/notice'
import { ChipsField } from '../../form/code-field.tsx'
import { SwitchField } from '../../form/fields.tsx'
import type { FormField } from '../../form/form-field.ts'
import { useRecord } from '../../form/use-form.ts'
import { calls, type InputOf } from '../../kernel/call/calls.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import { useNow } from '../../kernel/now.ts'
import { Note } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'
import type { MerchantDetail } from './rules-tab.tsx'
import { TabFrame, type TabProps } from './tab-frame.tsx'

/** By switch: of a type of notice the roles that get a text message, of a message to customers whether it is sent. */
type Matrix = Readonly<Record<string, readonly string[] | boolean>>

const keyOf = (type: NotifyType) => `staff.${type}`

function matrixOf({ notify, roles }: MerchantDetail): Matrix {
  const roleIds = roles.map(({ id }) => id)
  return Object.fromEntries([
    ...raised.map((type) => [keyOf(type), rolesOf(type, notify, roleIds)]),
    ...customerMessageNames.map((name) => [customerSwitch(name), !notify.muted.includes(customerSwitch(name))]),
  ])
}

/** What is stored of a matrix; a setting is sent as lists of its own. */
function storedOf(matrix: Matrix, roleIds: readonly string[]) {
  const off = customerMessageNames.map(customerSwitch).filter((name) => matrix[name] === false)
  const { muted, texted = [] } = notifyOf((type) => matrix[keyOf(type)] as string[], off, roleIds)
  return { muted: [...muted], texted: [...texted] }
}

const words = (type: NotifyType) => `${notifyTypes.text(type)}短信`

/** What each switch is called. */
const rules = Object.fromEntries([
  ...raised.map((type) => [keyOf(type), { label: words(type) }]),
  ...customerMessageNames.map((name) => [customerSwitch(name), { label: customerMessages[name] }]),
])

/** Which notices reach whose phone, and what customers are told. In the app everybody is told who may act on it. */
export default function NotifyTab({ head, stored, refetch }: TabProps<MerchantDetail>) {
  const { roles } = stored
  const roleIds = roles.map(({ id }) => id)
  const now = useNow()
  const form = useRecord<Matrix, InputOf<typeof calls.merchant.saveSetting>, unknown>({
    call: calls.merchant.saveSetting,
    id: 'notify',
    rules,
    stored: matrixOf(stored),
    wrong: () => ({}),
    inputOf: (matrix) => ({
      settings: {
        notify: storedOf(matrix, roleIds),
      },
      version: stored.version,
    }),
    refetch,
    onSaved: () => feedback.toast('设置已保存，立即生效'),
  })
  const texted = (type: NotifyType) => form.fields[keyOf(type)] as FormField<readonly string[] | null>
  return (
    <TabFrame head={head} of={form}>
      <Card title="员工消息">
        <Note pad={[0, 16, 12]}>
          站内消息始终送达有相应权限的员工；短信只发给选中的角色，不选时只发站内，22:00至次日8:00的非紧急短信早上再发。本人还可在消息设置里关闭
        </Note>
        {raised.map((type) => (
          <ChipsField
            key={type}
            of={texted(type)}
            label={notifyTypes.text(type)}
            hint={`${texted(type).value?.length === 0 ? '只发站内消息' : '站内消息和短信'}，如「${examples[type]}」`}
            options={roles.map(({ id, name }) => ({ value: id, label: name }))}
          />
        ))}
      </Card>
      <Card title="客户短信">
        <Note pad={[0, 16, 12]}>每个订单每天最多5条</Note>
        {customerMessageNames.map((name) => (
          <SwitchField
            key={name}
            of={form.fields[customerSwitch(name)] as FormField<boolean | null>}
            hint={exampleText(name, now, '虹桥店')}
          />
        ))}
      </Card>
    </TabFrame>
  )
}
