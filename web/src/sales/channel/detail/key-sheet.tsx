import type { Source } from '@cheyi/domain/booking/order/codes'
import {
  isAddressRange,
  MOST_IPS,
  type OpenScope,
  openScopeNames,
  openScopes,
} from '@cheyi/domain/sales/channel/open-key'
import { SwitchField, TextAreaField, TextField } from '../../../form/fields.tsx'
import { fieldsOf } from '../../../form/form-field.ts'
import { useTyped } from '../../../form/use-problems.ts'
import { calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { open } from '../../../page/open.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Segmented } from '../../../ui/frame/tabs.tsx'
import { MainButton, Row, Stack } from '../../../ui/layout.tsx'

interface KeySheetProps extends Asks<boolean> {
  readonly source: Source
  /** Missing: a new key. */
  readonly stored?: OutputOf<typeof calls.channel.keys>['keys'][number]
}

interface Typed {
  readonly name: string
  readonly scopes: readonly OpenScope[]
  readonly ips: string
  readonly enabled: boolean
  readonly test: boolean
}

const listed = (text: string): string[] => text.split(/[\s,，;；、]+/).filter(Boolean)

function wrong({ name, scopes, ips }: Typed) {
  const bad = listed(ips).find((one) => !isAddressRange(one))
  return {
    name: name.trim() === '' && '请填写密钥名称',
    scopes: scopes.length === 0 && '请至少选择一项接口权限',
    ips: bad !== undefined ? `「${bad}」不是IP或网段` : listed(ips).length > MOST_IPS && `最多${MOST_IPS}个来源地址`,
  }
}

/** The permissions of a key, and the addresses that may use it. */
export default function KeySheet({ source, stored, answer }: KeySheetProps) {
  const creating = useWrite(calls.channel.keyCreate)
  const saving = useWrite(calls.channel.keySave)
  const { value, write, problems, isWhole, frame } = useTyped<Typed>(
    {
      name: stored?.name ?? '',
      scopes: stored?.scopes ?? [...openScopes],
      ips: stored?.ips.join('\n') ?? '',
      enabled: stored?.enabled ?? true,
      test: stored?.test ?? false,
    },
    wrong,
  )
  async function save() {
    if (!isWhole()) return
    const terms = { name: value.name.trim(), scopes: [...value.scopes], ips: listed(value.ips) }
    if (stored === undefined) {
      const made = await creating.run({ source, test: value.test, ...terms })
      if (!made) return
      answer(true)
      await open(() => import('../parts/secret-sheet.tsx'), { appKey: made.appKey, secret: made.secret })
      return
    }
    const { keyId, version } = stored
    if (!(await saving.run({ keyId, version, ...terms, enabled: value.enabled }))) return
    feedback.toast('密钥设置已保存')
    answer(true)
  }
  const toggle = (scope: OpenScope, on: boolean) =>
    write({ scopes: openScopes.filter((one) => (one === scope ? on : value.scopes.includes(one))) })
  const fields = fieldsOf(value, write, problems)
  return (
    <OpenedSheet
      title={stored === undefined ? '新建密钥' : '修改密钥'}
      footer={
        <MainButton loading={creating.pending || saving.pending} onClick={() => void save()}>
          {stored === undefined ? '新建' : '保存'}
        </MainButton>
      }
    >
      <Stack gap={12} ref={frame}>
        {stored === undefined && (
          <Field
            label="用途"
            group
            hint={
              value.test
                ? '测试订单按脚本自动确认、取车、还车，不占库存、不进订单和账目，30天后删除'
                : '下单即生成真实订单，占用库存'
            }
          >
            <Segmented<'live' | 'test'>
              label="用途"
              options={[
                { value: 'live', label: '正式' },
                { value: 'test', label: '测试' },
              ]}
              value={value.test ? 'test' : 'live'}
              onChange={(use) => write({ test: use === 'test' })}
            />
          </Field>
        )}
        <TextField of={fields.name} label="密钥名称" maxLength={30} placeholder="如：正式环境" />
        <Field label="接口权限" error={problems.scopes} group>
          <Row gap={16} wrap>
            {openScopes.map((scope) => (
              <Checkbox
                key={scope}
                checked={value.scopes.includes(scope)}
                onChange={({ target }) => toggle(scope, target.checked)}
              >
                {openScopeNames[scope]}
              </Checkbox>
            ))}
          </Row>
        </Field>
        <TextAreaField
          of={fields.ips}
          label="来源地址"
          optional
          hint="平台服务器的公网IP或网段，每行一个；不填则不限制"
          rows={3}
          placeholder="203.0.113.8"
        />
        {stored !== undefined && (
          <SwitchField of={fields.enabled} label="启用" hint="停用后使用该密钥的请求被拒绝，可随时恢复" />
        )}
      </Stack>
    </OpenedSheet>
  )
}
