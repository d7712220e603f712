import './settings.css'
import { notifyTypes } from '@cheyi/domain/platform/lookup/codes'
import { customerMessageNames, customerMessages, customerSwitch } from '@cheyi/domain/platform/notify/customer'
import { exampleText } from '@cheyi/domain/platform/notify/customer-text'
import { notifyOf, rolesOf } from '@cheyi/domain/platform/notify/matrix'
import {
  examples,
  type NotifyType,
  notifyWay,
  notifyWays,
  type RingWay,
  raised,
  ringWays,
} from '@cheyi/domain/platform/notify/notice'
import { useState } from 'react'
import { ChipsField } from '../../../form/code-field.tsx'
import { SwitchField } from '../../../form/fields.tsx'
import type { FormField } from '../../../form/form-field.ts'
import { useRecord } from '../../../form/use-form.ts'
import { calls, feedback, type InputOf, type OutputOf, useRead } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { Card, Note, Stack } from '../../../ui/layout.tsx'
import type { MerchantDetail } from './rules-tab.tsx'
import { TabFrame, type TabProps } from './tab-frame.tsx'

/** Values by switch: for a type of notice and a way, the roles that are notified; for a customer message, whether it is sent. */
type Matrix = Readonly<Record<string, readonly string[] | boolean>>

const keyOf = (type: NotifyType, way: RingWay) => `staff.${type}.${way}`
const cells = raised.flatMap((type) => ringWays.map((way) => ({ type, way, key: keyOf(type, way) })))

function matrixOf({ notify, roles }: MerchantDetail): Matrix {
  const roleIds = roles.map(({ id }) => id)
  return Object.fromEntries([
    ...cells.map(({ type, way, key }) => [key, rolesOf(type, way, notify, roleIds)]),
    ...customerMessageNames.map((name) => [customerSwitch(name), !notify.muted.includes(customerSwitch(name))]),
  ])
}

/** The stored form of a matrix: the setting is sent as lists that differ from the matrix. */
function storedOf(matrix: Matrix, roleIds: readonly string[]) {
  const off = customerMessageNames.map(customerSwitch).filter((name) => matrix[name] === false)
  const { muted, texted = [] } = notifyOf((type, way) => matrix[keyOf(type, way)] as string[], off, roleIds)
  return { muted: [...muted], texted: [...texted] }
}

const rules = Object.fromEntries([
  ...cells.map(({ type, way, key }) => [key, { label: `${notifyTypes.text(type)}${notifyWays.text(way)}` }]),
  ...customerMessageNames.map((name) => [customerSwitch(name), { label: customerMessages[name] }]),
])

/** A hint about each way, for the user who chooses. */
const wayNotes: Readonly<Record<RingWay, string>> = {
  [notifyWay.push]: '推送到员工已登录的手机App，免费',
  [notifyWay.wechat]: '发给在「我的」里关注了公众号的员工，免费',
  [notifyWay.sms]: '发到员工的手机号，按条计费',
}

/**
 * Which notices reach which phones, and which messages customers receive. Inside the app, every employee who may act
 * on a notice receives it.
 */
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
  const reach = useRead(calls.notify.reach, {}).data
  const offered = ringWays.filter((way) => isOffered(way, reach))
  const [chosen, choose] = useState<RingWay>()
  const way = chosen ?? offered[0]!
  const rung = (type: NotifyType) => form.fields[keyOf(type, way)] as FormField<readonly string[] | null>
  return (
    <TabFrame head={head} of={form}>
      <Card title="员工消息">
        <Note pad={[0, 16, 12]}>
          站内消息始终送达有相应权限的员工；以下方式只提醒选中的角色，不选时只有站内消息。22:00至次日8:00的非紧急提醒早上再发，期间已读的不再发。本人还可在消息设置里关闭
        </Note>
        <Stack gap={8} pad={[0, 16, 12]}>
          {offered.length > 1 && (
            <Segmented
              label="提醒方式"
              options={offered.map((value) => ({ value, label: notifyWays.text(value) }))}
              value={way}
              onChange={choose}
            />
          )}
          <Note>{wayNotes[way]}</Note>
        </Stack>
        {raised.map((type) => (
          <ChipsField
            key={keyOf(type, way)}
            of={rung(type)}
            label={notifyTypes.text(type)}
            hint={`${rung(type).value?.length === 0 ? '只有站内消息' : `站内消息和${notifyWays.text(way)}`}，如「${examples[type]}」`}
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

/** Whether the installation supports this way; text messages are supported by every installation. */
function isOffered(way: RingWay, reach: OutputOf<typeof calls.notify.reach> | undefined): boolean {
  if (way === notifyWay.sms) return true
  return (way === notifyWay.push ? reach?.push : reach?.wechat) != null
}
